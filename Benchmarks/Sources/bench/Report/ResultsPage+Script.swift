extension ResultsPage {
  /// Sorts and filters the rows of the tables that have a form. The script reads and writes names as text, never as
  /// markup.
  static let script = #"""
    "use strict";
    (() => {
      // Skips the notes in brackets before a figure.
      const number = text => Number.parseFloat(text.slice(text.indexOf(")") + 1).replaceAll("\u202F", ""));
      const isWrong = text => text.startsWith("(wrong");
      const units = {k: 1024, M: 1048576};

      const setUp = form => {
        const table = form.nextElementSibling.querySelector("table");
        const heads = [...table.tHead.rows[0].cells];
        const body = table.tBodies[0];
        const rows = [...body.rows].map((row, place) => {
          const texts = [...row.cells].map(cell => cell.textContent.trim());
          return {row, place, texts, numbers: texts.map(number)};
        });
        const NAME = 0;
        const kinds = heads.map(head => head.dataset.kind);
        const columns = kind => kinds.flatMap((each, index) => each === kind ? [index] : []);
        const isText = column => column === NAME || kinds[column] === "text";
        for (const column of columns("size")) {
          for (const row of rows) row.numbers[column] *= units[row.texts[column].at(-1)] ?? 1;
        }
        const peers = columns("peer");
        // Beside and limit are undefined in the form of scenes.
        const {search, level, machine, beside, limit} = form.elements;

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
        // The selections of one of a column's texts.
        const choices = [...form.querySelectorAll("[data-column]")].map(select => {
          const column = Number(select.dataset.column);
          const numbers = new Map(rows.map(row => [row.texts[column], row.numbers[column]]));
          const texts = [...numbers.keys()];
          if (kinds[column] === "size") texts.sort((a, b) => numbers.get(a) - numbers.get(b));
          offer(select, texts.map(text => [text, text]));
          return {select, column, texts};
        });
        if (beside) {
          offer(beside, [
            ...columns("copy").map(column => [column, "a copy"]),
            ...columns("scalar").map(column => [column, "the scalar loop"]),
            ...peers.map(column => [column, heads[column].textContent.replace("÷ ", "")])]);
        }

        let sorted = {column: null, sign: 1};
        const compare = (a, b) => {
          const {column, sign} = sorted;
          if (column === null) return a.place - b.place;
          if (isText(column)) {
            return sign * (a.texts[column] < b.texts[column] ? -1 : a.texts[column] > b.texts[column] ? 1 : 0)
              || a.place - b.place;
          }
          const [x, y] = [a.numbers[column], b.numbers[column]];
          // Rows without a figure come last in either order.
          return Number.isNaN(x) - Number.isNaN(y) || sign * (x - y) || a.place - b.place;
        };

        const show = () => {
          const name = search.value.toLowerCase();
          const chosen = beside && beside.value !== "" ? Number(beside.value) : null;
          const compared = chosen === null ? peers : [chosen];
          const most = limit && limit.value !== "" ? Number(limit.value) : null;
          const shown = rows.filter(row =>
            row.texts[NAME].toLowerCase().includes(name)
            && choices.every(({select, column}) => select.value === "" || row.texts[column] === select.value)
            && (chosen === null || row.texts[chosen] !== "")
            && (most === null || compared.some(column => slowdown(row, column) > most))).sort(compare);
          body.replaceChildren(...shown.map(row => row.row));
          // Hides the peers that aren't chosen, columns without a figure, and what all rows share.
          const shared = new Set(choices.flatMap(({select, column, texts}) =>
            select.value !== "" || texts.length === 1 ? [column] : []));
          heads.forEach((head, column) => {
            const hidden = shared.has(column)
              || kinds[column] === "peer" && (!compared.includes(column)
                || shown.length > 0 && shown.every(row => row.texts[column] === ""));
            head.hidden = hidden;
            for (const row of shown) row.row.cells[column].hidden = hidden;
          });
          heads.forEach((head, column) => {
            if (column === sorted.column) head.ariaSort = sorted.sign > 0 ? "ascending" : "descending";
            else head.removeAttribute("aria-sort");
          });
          form.querySelector("output").value = `${shown.length} of ${rows.length} rows`;
        };

        heads.forEach((head, column) => {
          const button = document.createElement("button");
          button.type = "button";
          button.textContent = head.textContent;
          button.onclick = () => {
            // The first click shows what is worth a look: the least of names, sizes and times, the most of all else.
            const first = isText(column) || ["size", "time"].includes(kinds[column]) ? 1 : -1;
            if (sorted.column !== column) sorted = {column, sign: first};
            else if (sorted.sign === first) sorted.sign = -first;
            else sorted = {column: null, sign: 1};
            show();
          };
          head.replaceChildren(button);
        });

        const begin = () => {
          for (const {select, texts} of choices) {
            select.value = texts.includes(select.dataset.first) ? select.dataset.first : "";
          }
          if (!level) return;
          // A level that some machines lack would hide them.
          const [LEVEL, MACHINE] = [level, machine].map(select => Number(select.dataset.column));
          const first = rows[0]?.texts[LEVEL] ?? "";
          const isEverywhere = [...new Set(rows.map(row => row.texts[MACHINE]))].every(text =>
            rows.some(row => row.texts[MACHINE] === text && row.texts[LEVEL] === first));
          level.value = isEverywhere ? first : "";
        };
        form.oninput = show;
        form.onsubmit = event => event.preventDefault();
        form.onreset = () => setTimeout(() => {
          sorted = {column: null, sign: 1};
          begin();
          show();
        });
        form.hidden = false;
        begin();
        show();
      };
      document.querySelectorAll("form").forEach(setUp);
    })();

    """#
}
