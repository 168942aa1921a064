extension ResultsPage {
  /// Sorts and filters the rows of the table. The script reads and writes names as text, never as markup.
  static let script = #"""
    "use strict";
    (() => {
      const $ = id => document.getElementById(id);
      const heads = [...$("table").tHead.rows[0].cells];
      const body = $("rows");
      // Skips the notes in brackets before a figure.
      const number = text => Number.parseFloat(text.slice(text.indexOf(")") + 1).replaceAll("\u202F", ""));
      const isWrong = text => text.startsWith("(wrong");
      const rows = [...body.rows].map((row, place) => {
        const texts = [...row.cells].map(cell => cell.textContent.trim());
        return {row, place, texts, numbers: texts.map(number)};
      });
      const NAME = 0, SIZE = 1, LEVEL = 2, MACHINE = 3;
      const units = {k: 1024, M: 1048576};
      for (const row of rows) row.numbers[SIZE] *= units[row.texts[SIZE].at(-1)] ?? 1;
      const kinds = heads.map(head => head.dataset.kind);
      const columns = kind => kinds.flatMap((each, index) => each === kind ? [index] : []);
      const peers = columns("peer");

      // Our time divided by that of what the column compares with. NaN if that is missing or wrong.
      const slowdown = (row, column) => {
        const value = row.numbers[column];
        if (Number.isNaN(value) || isWrong(row.texts[column])) return NaN;
        return kinds[column] === "peer" ? value : 1 / value;
      };

      for (const row of rows) {
        for (const column of peers) {
          if (isWrong(row.texts[column])) row.row.cells[column].className = "wrong";
          else if (row.numbers[column] > 1.05) row.row.cells[column].className = "slower";
        }
      }

      const offer = (select, choices) => choices.forEach(([value, text]) => select.append(new Option(text, value)));
      const distinct = column => [...new Set(rows.map(row => row.texts[column]))];
      const sizeOf = new Map(rows.map(row => [row.texts[SIZE], row.numbers[SIZE]]));
      offer($("size"), distinct(SIZE).sort((a, b) => sizeOf.get(a) - sizeOf.get(b)).map(text => [text, text]));
      offer($("level"), distinct(LEVEL).map(text => [text, text]));
      offer($("machine"), distinct(MACHINE).map(text => [text, text]));
      offer($("beside"), [
        ...columns("copy").map(column => [column, "a copy"]), ...columns("scalar").map(column => [column, "the scalar loop"]),
        ...peers.map(column => [column, heads[column].textContent.replace("÷ ", "")])]);

      let sorted = {column: null, sign: 1};
      const compare = (a, b) => {
        const {column, sign} = sorted;
        if (column === null) return a.place - b.place;
        if (column === NAME || column === LEVEL || column === MACHINE) {
          return sign * (a.texts[column] < b.texts[column] ? -1 : a.texts[column] > b.texts[column] ? 1 : 0)
            || a.place - b.place;
        }
        const [x, y] = [a.numbers[column], b.numbers[column]];
        // Rows without a figure come last in either order.
        return Number.isNaN(x) - Number.isNaN(y) || sign * (x - y) || a.place - b.place;
      };

      const show = () => {
        const [name, size, level, machine] = [
          $("name").value.toLowerCase(), $("size").value, $("level").value, $("machine").value];
        const chosen = $("beside").value === "" ? null : Number($("beside").value);
        const beside = chosen === null ? peers : [chosen];
        const limit = $("limit").value === "" ? null : Number($("limit").value);
        const shown = rows.filter(row =>
          row.texts[NAME].toLowerCase().includes(name)
          && (size === "" || row.texts[SIZE] === size) && (level === "" || row.texts[LEVEL] === level)
          && (machine === "" || row.texts[MACHINE] === machine)
          && (chosen === null || row.texts[chosen] !== "")
          && (limit === null || beside.some(column => slowdown(row, column) > limit))).sort(compare);
        body.replaceChildren(...shown.map(row => row.row));
        // Hides the peers that aren't chosen, columns without a figure, and the size, level and machine that all rows share.
        heads.forEach((head, column) => {
          const hidden = column === SIZE ? size !== "" : column === LEVEL ? level !== ""
            : column === MACHINE ? machine !== "" || distinct(MACHINE).length === 1
            : kinds[column] === "peer" && (!beside.includes(column) && chosen !== null
              || shown.length > 0 && shown.every(row => row.texts[column] === ""));
          head.hidden = hidden;
          for (const row of shown) row.row.cells[column].hidden = hidden;
        });
        heads.forEach((head, column) => {
          if (column === sorted.column) head.ariaSort = sorted.sign > 0 ? "ascending" : "descending";
          else head.removeAttribute("aria-sort");
        });
        $("count").value = `${shown.length} of ${rows.length} rows`;
      };

      heads.forEach((head, column) => {
        const button = document.createElement("button");
        button.type = "button";
        button.textContent = head.textContent;
        button.onclick = () => {
          // The first click shows what is worth a look: the least of names, sizes and times, the most of all else.
          const first = [NAME, SIZE, LEVEL, MACHINE].includes(column) || kinds[column] === "time" ? 1 : -1;
          if (sorted.column !== column) sorted = {column, sign: first};
          else if (sorted.sign === first) sorted.sign = -first;
          else sorted = {column: null, sign: 1};
          show();
        };
        head.replaceChildren(button);
      });

      const begin = () => {
        $("size").value = sizeOf.has(body.dataset.size) ? body.dataset.size : "";
        // A level that some machines lack would hide them.
        const first = rows[0]?.texts[LEVEL] ?? "";
        const isEverywhere = distinct(MACHINE).every(machine =>
          rows.some(row => row.texts[MACHINE] === machine && row.texts[LEVEL] === first));
        $("level").value = isEverywhere ? first : "";
        $("machine").value = "";
      };
      const filters = $("filters");
      filters.oninput = show;
      filters.onsubmit = event => event.preventDefault();
      filters.onreset = () => setTimeout(() => {
        sorted = {column: null, sign: 1};
        begin();
        show();
      });
      filters.hidden = false;
      begin();
      show();
    })();

    """#
}
