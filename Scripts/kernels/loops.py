"""Functions of an object file, their innermost loops, and the operands of the instructions there."""

import re

from toolchain import run, tool


def functions(object_file):
    """The instructions of each function, as pairs of address and text."""
    return {name: [(address, text) for address, text, _ in instructions]
            for name, instructions in disassembled(object_file).items()}


def disassembled(object_file):
    """The instructions of each function: address, text, and bytes in hexadecimal."""
    found = {}
    instructions = None
    for line in run(tool("llvm-objdump"), "-d", object_file).splitlines():
        if label := re.match(r"^[0-9a-f]+ <_?(vk_\w+)>:$", line):
            instructions = found.setdefault(label.group(1), [])
        elif instruction := re.match(r"^\s*([0-9a-f]+):\s((?:(?:[0-9a-f]{2}|[0-9a-f]{8})[ \t])+)\s*(.*)$", line):
            address, code, text = instruction.groups()
            instructions.append((int(address, 16), re.sub(r"\s+(##?\s|//|;).*$", "", text.strip()), code.strip()))
    return found


# Between code, for its alignment.
PADDING = re.compile(r"^(cs )?(data16 )*(nop|int3)")


class X86:
    JUMP = re.compile(r"^j\w+\s+0x([0-9a-f]+)")
    # After these, control doesn't go on to the next instruction.
    END = re.compile(r"^(jmp|ret|ud2)")
    CALL = re.compile(r"^call")
    # Arithmetic on one lane. Loading one lane (to broadcast it, say) is fine.
    SCALAR = re.compile(r"^v?(add|sub|mul|div|sqrt|min|max|cmp|cvt|u?comi|round|rndscale|fn?m(add|sub))\w*s[sd]\b")
    STACK = re.compile(r"\(%r[sb]p\b|\d\(%r[sb]p[,)]")


class ARM64:
    # The number of a bit may come before the target.
    JUMP = re.compile(r"^(?:b|b\.\w+|cbn?z|tbn?z)\s.*\b0x([0-9a-f]+)(?: <.*>)?$")
    END = re.compile(r"^(b|ret|br|brk)\s|^(ret|brk)$")
    CALL = re.compile(r"^blr?\s")
    SCALAR = re.compile(
        r"^((fadd|fsub|fmul|fdiv|fn?m(add|sub|ul)|fsqrt|fcvt\w*|fmin\w*|fmax\w*|fcmp|frint\w|fabd)\s+[sdh]\d+"
        r"|(fcvt\w+|[su]cvtf)\s+([wx]\d+|[sd]\d+, [wx]))")
    STACK = re.compile(r"\[(sp|x29)\b")


def successors(instructions, machine):
    """For each instruction's index, where control may go next. It never comes to padding behind a jump."""
    index = {address: i for i, (address, _) in enumerate(instructions)}
    nexts = []
    is_padding = False
    for i, (_, text) in enumerate(instructions):
        is_padding = PADDING.match(text) and (is_padding or i == 0 or machine.END.match(instructions[i - 1][1]))
        if is_padding:
            nexts.append([])
            continue
        jump = machine.JUMP.match(text)
        after = [i + 1] if i + 1 < len(instructions) and not machine.END.match(text) else []
        target = index.get(int(jump.group(1), 16)) if jump else None
        nexts.append(after + ([] if target is None else [target]))
    return nexts


def cycles(nodes, nexts):
    """The sets of nodes that lead back to themselves (strongly connected components, found by Tarjan's method)."""
    order, low, on_stack, stack, found = {}, {}, set(), [], []
    for root in sorted(nodes):
        work = [] if root in order else [(root, None)]
        while work:
            node, remaining = work.pop()
            if remaining is None:
                order[node] = low[node] = len(order)
                stack.append(node)
                on_stack.add(node)
                remaining = [n for n in nexts[node] if n in nodes]
            while remaining:
                following = remaining.pop()
                if following not in order:
                    work += [(node, remaining + [following]), (following, None)]
                    break
                if following in on_stack:
                    low[node] = min(low[node], low[following])
            else:
                if low[node] == order[node]:
                    component = set()
                    while node not in component:
                        component.add(stack.pop())
                    on_stack -= component
                    if len(component) > 1 or node in nexts[node]:
                        found.append(component)
    return found


def innermost_loops(instructions, machine):
    """The loops that hold no other loop, as lists of instructions."""
    for loop in innermost(instructions, machine):
        yield [instructions[i][1] for i in loop]


def innermost(instructions, machine):
    """The loops that hold no other loop, as ascending lists of instructions' indices."""
    nexts = successors(instructions, machine)
    pending = cycles(set(range(len(instructions))), nexts)
    while pending:
        loop = pending.pop()
        entries = {n for i, following in enumerate(nexts) if i not in loop for n in following if n in loop}
        # A jump through a table may lead into a loop unseen. Any of its instructions will do to break it.
        inner = cycles(loop - (entries or {min(loop)}), nexts)
        pending += inner
        if not inner:
            yield sorted(loop)
