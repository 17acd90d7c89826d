/** Inlined, so that the page needs no other file and no network. */
export const pageStyle = `
:root{color-scheme:light dark;--bg:#fff;--fg:#1c2024;--dim:#5b6470;--line:#dde1e6;--panel:#f6f7f9;--accent:#0b57d0;--pass:#1a7f37;--fail:#c62828;--warn:#8a5a00;--off:#6b7480}
@media (prefers-color-scheme:dark){:root{--bg:#14171a;--fg:#e6e8ea;--dim:#a0a9b3;--line:#30363d;--panel:#1c2126;--accent:#8ab4f8;--pass:#4ac26b;--fail:#ff7b72;--warn:#d4a72c;--off:#8b949e}}
*{box-sizing:border-box}html{scroll-padding-top:120px}body{margin:0;background:var(--bg);color:var(--fg);font:15px/1.5 system-ui,sans-serif}
main{max-width:1180px;margin:0 auto;padding:28px 20px 60px}h1{font-size:26px;line-height:1.25;margin:0 0 4px}
p.lead{color:var(--dim);margin:0 0 20px}.cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(260px,100%),1fr));gap:14px}
.card{border:1px solid var(--line);border-radius:8px;padding:14px 16px;background:var(--panel);overflow-wrap:anywhere}.card h2{margin:0 0 2px;font-size:16px}
.card .url{color:var(--dim);font-size:13px}.card p.small{margin:8px 0 0}.outcome{font-weight:600;margin:10px 0}.bar{display:flex;height:8px;border-radius:4px;overflow:hidden;margin:10px 0 8px;background:var(--line)}
.bar i{display:block;height:100%}.counts{font-size:13px;color:var(--dim);margin:4px 0 0}
.pass{color:var(--pass)}.fail,.stale,.harness-error{color:var(--fail)}.known-fail,.could-not-run{color:var(--warn)}.not-applicable,.not-run,.excluded{color:var(--off)}
.bg-pass{background:var(--pass)}.bg-fail{background:var(--fail)}.bg-warn{background:var(--warn)}.bg-off{background:var(--off)}
nav{position:sticky;top:0;z-index:2;background:var(--bg);padding:10px 0;border-bottom:1px solid var(--line);display:flex;flex-wrap:wrap;gap:8px;align-items:center;margin-top:22px}
nav button,nav input{font:inherit;font-size:14px;color:var(--fg);background:var(--panel);border:1px solid var(--line);border-radius:6px;padding:4px 10px}
nav button{cursor:pointer}nav button b{font-weight:400;color:var(--dim)}nav button[aria-pressed=true]{border-color:currentColor;font-weight:600}
nav input{flex:1;min-width:170px}nav output{font-size:13px;color:var(--dim)}:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
table{border-collapse:collapse;width:100%;font-size:14px}th,td{text-align:left;padding:6px 8px;vertical-align:top}thead th{font-weight:600;overflow-wrap:anywhere;min-width:90px;position:sticky;top:var(--bar,0);z-index:1;background:var(--bg);box-shadow:inset 0 -1px var(--line)}
.scenario td{border-top:1px solid var(--line)}.scenario:target td{background:var(--panel)}td.cell{white-space:nowrap}td.clauses{max-width:330px}code{font:13px ui-monospace,monospace;overflow-wrap:anywhere}
a.id{color:inherit;text-decoration:none}a.id:hover{text-decoration:underline}
.small{font-size:12px;color:var(--dim)}tr.proof>td{padding:0 8px 8px}summary{cursor:pointer;color:var(--dim);font-size:13px}
details[open]>summary{margin-bottom:6px}details section{border-left:3px solid var(--line);padding-left:12px;margin:8px 0 12px}details h3{font-size:13px;margin:0}details p{margin:2px 0 6px;font-size:13px}
pre{background:var(--panel);border:1px solid var(--line);border-radius:6px;padding:10px;margin:6px 0;overflow:auto;font:12px/1.5 ui-monospace,monospace;white-space:pre-wrap;overflow-wrap:anywhere}
[hidden]{display:none!important}.section th{background:var(--panel);padding-top:10px}.section span{color:var(--dim);font-weight:400}
footer{margin-top:28px}.legend{font-size:13px;color:var(--dim);margin:10px 0;display:grid;gap:2px}.legend div{display:flex;gap:8px}.legend dt{font-weight:600;flex:0 0 170px}.legend dd{margin:0}
@media (max-width:640px){.clauses{display:none}nav{position:static}html{scroll-padding-top:8px}.legend dt{flex-basis:120px}
table,tbody,tr,td,.section th{display:block}thead{display:none}tr.scenario{display:flex;flex-wrap:wrap;border-top:1px solid var(--line)}.scenario td{border:0}.scenario td:first-child{flex:1 0 100%}
td.cell{flex:1 1 28%;padding-top:0}td.cell::before{content:attr(data-target);display:block;color:var(--dim);font-size:11px;white-space:normal}}
@media print{nav{display:none}}
`

/**
 * Filters rows by verdict and by text, opens the details of the scenario that the address names, and measures
 * the filter bar, below which the names of the targets stay visible. Without scripts the page shows
 * everything.
 */
export const pageScript = `
const rows=[...document.querySelectorAll('tr[data-search]')],field=document.querySelector('nav input'),buttons=[...document.querySelectorAll('nav button')],shown=document.querySelector('nav output');let only='all';
const apply=()=>{const text=field.value.trim().toLowerCase();let count=0;for(const row of rows){row.hidden=(only!=='all'&&!row.dataset.verdicts.split(' ').includes(only))||(text!==''&&!row.dataset.search.includes(text));if(!row.hidden&&row.classList.contains('scenario'))count++}
for(const body of document.querySelectorAll('tbody'))body.hidden=![...body.querySelectorAll('tr[data-search]')].some(row=>!row.hidden);shown.value=only==='all'&&text===''?'':count+' shown'};
for(const button of buttons)button.addEventListener('click',()=>{only=button.value;for(const other of buttons)other.setAttribute('aria-pressed',String(other===button));apply()});
field.addEventListener('input',apply);
const bar=document.querySelector('nav');new ResizeObserver(()=>document.documentElement.style.setProperty('--bar',getComputedStyle(bar).position==='sticky'?bar.offsetHeight+'px':'0')).observe(bar);
const follow=()=>{const row=document.getElementById(decodeURIComponent(location.hash.slice(1)));if(row){const below=row.nextElementSibling?.querySelector('details');if(below&&row.nextElementSibling.classList.contains('proof'))below.open=true}};
addEventListener('hashchange',follow);follow();
`
