/** Inlined, so that the page needs no other file and no network. */
export const pageStyle = `
:root{color-scheme:light dark;--bg:#fff;--fg:#1c2024;--dim:#667;--line:#dde1e6;--panel:#f6f7f9;--pass:#1a7f37;--fail:#c62828;--warn:#9a6700;--off:#8b949e}
@media (prefers-color-scheme:dark){:root{--bg:#14171a;--fg:#e6e8ea;--dim:#98a1ab;--line:#30363d;--panel:#1c2126;--pass:#4ac26b;--fail:#ff7b72;--warn:#d4a72c;--off:#6e7681}}
*{box-sizing:border-box}body{margin:0;background:var(--bg);color:var(--fg);font:15px/1.5 system-ui,sans-serif}
main{max-width:1180px;margin:0 auto;padding:28px 20px 80px}h1{font-size:26px;margin:0 0 4px}h2{font-size:18px;margin:34px 0 10px}
p.lead{color:var(--dim);margin:0 0 20px}.cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(250px,1fr));gap:14px}
.card{border:1px solid var(--line);border-radius:8px;padding:14px 16px;background:var(--panel)}.card h3{margin:0 0 2px;font-size:16px;overflow-wrap:anywhere}
.card .url{color:var(--dim);font-size:13px;overflow-wrap:anywhere}.outcome{font-weight:600}.bar{display:flex;height:8px;border-radius:4px;overflow:hidden;margin:10px 0 6px;background:var(--line)}
.bar i{display:block;height:100%}.counts{font-size:13px;color:var(--dim)}
.pass{color:var(--pass)}.fail,.stale,.harness-error{color:var(--fail)}.known-fail,.could-not-run{color:var(--warn)}.not-applicable,.not-run,.excluded{color:var(--off)}
.bg-pass{background:var(--pass)}.bg-fail{background:var(--fail)}.bg-warn{background:var(--warn)}.bg-off{background:var(--off)}
nav{position:sticky;top:0;z-index:1;background:var(--bg);padding:10px 0;border-bottom:1px solid var(--line);display:flex;flex-wrap:wrap;gap:8px;align-items:center;margin-top:26px}
nav button,nav input{font:inherit;font-size:14px;color:var(--fg);background:var(--panel);border:1px solid var(--line);border-radius:6px;padding:4px 10px}
nav button[aria-pressed=true]{border-color:currentColor;font-weight:600}nav input{flex:1;min-width:180px}
table{border-collapse:collapse;width:100%;font-size:14px}th,td{text-align:left;padding:6px 8px;border-bottom:1px solid var(--line);vertical-align:top}
th{font-weight:600;position:sticky;top:52px;background:var(--bg)}td.cell{white-space:nowrap}code{font:13px ui-monospace,monospace;overflow-wrap:anywhere}
.small{font-size:12px;color:var(--dim)}details summary{cursor:pointer}pre{background:var(--panel);border:1px solid var(--line);border-radius:6px;padding:10px;overflow:auto;font:12px/1.5 ui-monospace,monospace;white-space:pre-wrap;overflow-wrap:anywhere}
tr[hidden]{display:none}.section td{background:var(--panel);font-weight:600}
@media (max-width:640px){th:nth-child(2),td:nth-child(2){display:none}}
`

/** Filters rows by verdict and by text; without scripts the page shows everything. */
export const pageScript = `
const rows=[...document.querySelectorAll('tr[data-search]')],field=document.querySelector('nav input'),buttons=[...document.querySelectorAll('nav button')];let only='all';
const apply=()=>{const text=field.value.trim().toLowerCase();for(const row of rows)row.hidden=(only!=='all'&&!row.dataset.verdicts.split(' ').includes(only))||(text!==''&&!row.dataset.search.includes(text));
for(const head of document.querySelectorAll('tr.section')){let next=head.nextElementSibling,any=false;while(next&&!next.classList.contains('section')){any=any||!next.hidden;next=next.nextElementSibling}head.hidden=!any}};
for(const button of buttons)button.addEventListener('click',()=>{only=button.value;for(const other of buttons)other.setAttribute('aria-pressed',String(other===button));apply()});
field.addEventListener('input',apply);
`
