// Macros that make generated assembly right for ELF (Linux, Android, FreeBSD) and for Mach-O (Apple's systems). The
// instructions are the same; symbols, sections and the addresses of constants are written differently.

#include "include/vk_builds.h"

#if defined(__APPLE__)

// Symbols have an underscore, those that begin with L are local to the file.
#define FN(name) _##name
#define L(name) L##name
#define HIDDEN(name) .private_extern _##name
#define PAGE(name) L##name@PAGE
#define LOW(name) L##name@PAGEOFF
#define TEXT(name) .section __TEXT,__text,regular,pure_instructions
#define CONSTANTS(name) .section __TEXT,__const
#define LITERALS_4(name) .section __TEXT,__literal4,4byte_literals
#define LITERALS_8(name) .section __TEXT,__literal8,8byte_literals
#define LITERALS_16(name) .section __TEXT,__literal16,16byte_literals
#define LITERALS_32(name) .section __TEXT,__const
// The linker drops functions that nothing calls.
#define END .subsections_via_symbols

#else

#define FN(name) name
#define L(name) .L##name
#define HIDDEN(name) .hidden name
#define PAGE(name) .L##name
#define LOW(name) :lo12:.L##name
// Each function has a section of its own, and one for its constants of each size; without them, the linker could drop
// none.
#define TEXT(name) .section .text.name,"ax",%progbits
#define CONSTANTS(name) .section .rodata.name,"a",%progbits
#define LITERALS_4(name) .section .rodata.cst4.name,"aM",%progbits,4
#define LITERALS_8(name) .section .rodata.cst8.name,"aM",%progbits,8
#define LITERALS_16(name) .section .rodata.cst16.name,"aM",%progbits,16
#define LITERALS_32(name) .section .rodata.cst32.name,"aM",%progbits,32
#define END .section .note.GNU-stack,"",%progbits

#endif
