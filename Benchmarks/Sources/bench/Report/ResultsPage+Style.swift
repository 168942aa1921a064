extension ResultsPage {
  /// Follows the browser's light or dark scheme, as the charts do.
  static let style = """
    :root { color-scheme: light dark; --text: #1f2328; --muted: #59636e; --line: #d8dee4; --page: #fff; --head: #f3f5f7;
      --ours: #0a5dc2; --theirs: #b84a00 }
    @media (prefers-color-scheme: dark) {
      :root { --text: #e6edf3; --muted: #9ea7b1; --line: #353c44; --page: #0d1117; --head: #1a2028; --ours: #62adff;
        --theirs: #f5924e }
    }
    body { margin: 1.5rem auto; padding: 0 1rem; max-width: 75rem; background: var(--page); color: var(--text);
      font: 15px/1.5 -apple-system, "Segoe UI", "Liberation Sans", Arial, sans-serif }
    a { color: var(--ours) }
    h1 { font-size: 1.5rem } h2 { font-size: 1.2rem } .source { color: var(--muted) }
    form { display: flex; flex-wrap: wrap; gap: .6rem 1rem; align-items: center; margin: .8rem 0 }
    form[hidden] { display: none }
    label { color: var(--muted); font-size: 13px }
    input, select, form button { font: inherit; font-size: 14px; padding: 0 .4rem; height: 1.9rem; box-sizing: border-box }
    label > input, label > select { margin-left: .3rem }
    [name=limit] { width: 4.5rem } [type=search] { width: 10rem }
    output { margin-left: auto; color: var(--muted) }
    .scroll { max-height: 80vh; overflow: auto; border: 1px solid var(--line) }
    table { border-collapse: separate; border-spacing: 0; width: 100%; font-size: 13px;
      font-variant-numeric: tabular-nums }
    th, td { padding: .2rem .6rem; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap }
    thead th { position: sticky; top: 0; z-index: 2; background: var(--head) }
    tbody th, thead th:first-child { position: sticky; left: 0; text-align: left; background: var(--page) }
    tbody th { z-index: 1; font-weight: 400 }
    thead th:first-child { z-index: 3; background: var(--head) }
    thead button { all: unset; cursor: pointer; font-weight: 600 }
    thead button:focus-visible { outline: 2px solid var(--ours); outline-offset: 2px }
    thead [aria-sort] button { color: var(--ours) }
    [aria-sort=ascending] button::after { content: " ↑" } [aria-sort=descending] button::after { content: " ↓" }
    .slower { color: var(--theirs); font-weight: 600 }
    .wrong { font-style: italic } .wrong, small { color: var(--muted) } small { font-size: 11px; font-weight: 400 }
    tbody tr:hover > * { background: var(--head) }
    figure { margin: 1rem 0; overflow-x: auto }
    figure svg { display: block; max-width: 100%; min-width: 42rem; height: auto }
    summary { cursor: pointer; margin: .8rem 0 } dt { font-weight: 600 } dd { margin: 0 0 .4rem }
    @media (max-width: 40rem) {
      th, td { padding: .2rem .4rem }
      tbody th { min-width: 8.5rem; white-space: normal; overflow-wrap: anywhere }
      output { margin-left: 0 }
    }

    """
}
