#include "ReportAssets.h"

namespace raceward::batch {

const char *const kReportStyle = R"css(
:root{color-scheme:light dark;
 --page:#f6f7f9;--card:#fff;--ink:#1b1f24;--soft:#5c6470;--line:#dfe3e8;--hover:#f0f3f7;
 --right:#15803d;--wrong:#c81e1e;--unknown:#a16207;--error:#7c3aed;--none:#64748b;
 --ours:#2563eb;--theirs:#d97706}
@media(prefers-color-scheme:dark){:root{
 --page:#0f1216;--card:#181c22;--ink:#e4e8ee;--soft:#98a2b0;--line:#2b323b;--hover:#20262e;
 --right:#4ade80;--wrong:#f87171;--unknown:#fbbf24;--error:#b794f6;--none:#94a3b8;
 --ours:#60a5fa;--theirs:#fbbf24}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);
 font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
main{max-width:1240px;margin:0 auto;padding:24px 20px 64px}
h1{font-size:24px;margin:0}
h2{font-size:17px;margin:0 0 12px}
header p{margin:4px 0 20px;color:var(--soft)}
section{background:var(--card);border:1px solid var(--line);border-radius:10px;
 padding:18px 20px;margin:0 0 18px}
.soft,.none{color:var(--soft)}
section>p{margin:0 0 10px}
section>:last-child{margin-bottom:0}
.cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(132px,1fr));gap:12px;margin:0 0 18px}
.card{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:12px 14px}
.card b{display:block;font-size:25px;line-height:1.25;font-variant-numeric:tabular-nums}
.card span{color:var(--soft);font-size:13px}
.card.wide{grid-column:span 2}
.meter{height:6px;border-radius:3px;background:var(--line);margin-top:8px;overflow:hidden}
.meter i{display:block;height:100%;background:var(--ours)}
.t-right{color:var(--right)}.t-wrong{color:var(--wrong)}.t-unknown{color:var(--unknown)}
.t-error{color:var(--error)}.t-no-expectation{color:var(--none)}
.alarm{border:2px solid var(--wrong)}
.alarm h2{color:var(--wrong)}
.banner{border-left:5px solid var(--unknown)}
.calm{border-left:5px solid var(--right)}
.plots{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(440px,100%),1fr));gap:18px;margin:0 0 18px}
.plots section{margin:0;min-width:0}
svg{display:block;width:100%;height:auto;overflow:visible}
svg text{fill:var(--soft);font-size:13px}
svg .axis{fill:var(--ink);font-size:13.5px}
.grid{stroke:var(--line);stroke-width:1}
.frame,.mark{fill:none;stroke:var(--soft);stroke-width:1}
.diagonal{stroke:var(--soft);stroke-width:1;stroke-dasharray:5 4}
.curve{fill:none;stroke-width:2.2;stroke-linejoin:round}
.curve.ours{stroke:var(--ours)}.curve.theirs{stroke:var(--theirs);stroke-dasharray:7 3}
.end.ours,.key .ours{fill:var(--ours);background:var(--ours)}
.end.theirs,.key .theirs{fill:var(--theirs);background:var(--theirs)}
.point{fill-opacity:.55;stroke-opacity:.9;stroke-width:.6}
.point.c-wrong{fill-opacity:.9;stroke:var(--card);stroke-width:1}
.point:hover{stroke:var(--ink);stroke-width:2;fill-opacity:1}
.c-right{fill:var(--right);stroke:var(--right);background:var(--right)}
.c-wrong{fill:var(--wrong);stroke:var(--wrong);background:var(--wrong)}
.c-unknown{fill:var(--unknown);stroke:var(--unknown);background:var(--unknown)}
.c-error{fill:var(--error);stroke:var(--error);background:var(--error)}
.c-no-expectation{fill:var(--none);stroke:var(--none);background:var(--none)}
.legend{display:flex;flex-wrap:wrap;gap:4px 18px;margin:8px 0 0;font-size:14px}
.key{white-space:nowrap}
.key i{display:inline-block;width:11px;height:11px;border-radius:50%;margin-right:6px}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:14px}
th,td{text-align:left;padding:5px 10px;border-bottom:1px solid var(--line);vertical-align:top}
th{color:var(--soft);font-weight:600;white-space:nowrap}
tbody tr:hover{background:var(--hover)}
tfoot td{font-weight:600;border-bottom:0}
.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
td.name{overflow-wrap:anywhere;min-width:150px}
.why{color:var(--soft);overflow-wrap:anywhere;min-width:140px}
.tag{white-space:nowrap;font-weight:600}
.tag small{font-weight:400;color:var(--soft)}
.stack{display:flex;height:10px;min-width:90px;border-radius:3px;overflow:hidden;margin-top:6px;background:var(--line)}
.stack i{display:block;height:100%}
.crossing td,.crossing th{padding:5px 12px}
.crossing{width:auto}
.crossing .same{background:var(--hover);font-weight:600}
th button{all:unset;cursor:pointer}
th button:hover,th button:focus-visible{color:var(--ink);text-decoration:underline}
th[aria-sort=ascending] button::after{content:" ▲";font-size:10px}
th[aria-sort=descending] button::after{content:" ▼";font-size:10px}
.tools{display:flex;flex-wrap:wrap;gap:8px 12px;align-items:center;margin:0 0 12px}
.tools input,.tools select{font:inherit;color:inherit;background:var(--page);border:1px solid var(--line);
 border-radius:6px;padding:5px 9px;min-width:0}
.tools input{flex:1 1 220px;max-width:420px}
summary{cursor:pointer;font-weight:600}
details ul{margin:8px 0 0;padding-left:20px;overflow-wrap:anywhere}
code{font:13px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
#tip{position:fixed;z-index:9;pointer-events:none;max-width:min(420px,90vw);padding:6px 10px;border-radius:6px;
 background:var(--ink);color:var(--card);font-size:13px;white-space:pre-line;overflow-wrap:anywhere}
@media(max-width:620px){
 main{padding:16px 10px 40px}
 section{padding:14px 12px}
 .cards{grid-template-columns:1fr 1fr;gap:8px}
 svg text{font-size:17px}
 svg .axis{font-size:17px}
 th,td{padding:5px 6px}
 .x{display:none}
}
@media print{body{background:#fff}.tools{display:none}section{break-inside:avoid}#all{break-inside:auto}}
)css";

const char *const kReportScript = R"js(
(function(){
'use strict';
// Tooltips: the titles of the points, at once and in our own style.
var tip=document.getElementById('tip');
document.querySelectorAll('svg circle').forEach(function(c){
  var t=c.querySelector('title');
  if(!t)return;
  c.dataset.tip=t.textContent;
  t.remove();
});
document.addEventListener('pointermove',function(e){
  var text=e.target.dataset&&e.target.dataset.tip;
  tip.hidden=!text;
  if(!text)return;
  tip.textContent=text;
  var w=tip.offsetWidth,h=tip.offsetHeight;
  tip.style.left=Math.max(4,Math.min(e.clientX+14,innerWidth-w-6))+'px';
  tip.style.top=(e.clientY+18+h>innerHeight?e.clientY-h-10:e.clientY+18)+'px';
});
// Sorting: by data-v where a cell has one, else by its text.
document.querySelectorAll('table.sortable').forEach(function(table){
  var body=table.tBodies[0],heads=Array.from(table.tHead.rows[0].cells);
  heads.forEach(function(th,column){
    var button=document.createElement('button');
    button.textContent=th.textContent;
    th.textContent='';
    th.appendChild(button);
    button.addEventListener('click',function(){
      var down=th.getAttribute('aria-sort')==='ascending';
      heads.forEach(function(h){h.removeAttribute('aria-sort');});
      th.setAttribute('aria-sort',down?'descending':'ascending');
      var rows=Array.from(body.rows).map(function(row){
        var cell=row.cells[column],v=cell.dataset.v;
        return{row:row,key:v===undefined?cell.textContent:v===''?-Infinity:+v};
      });
      rows.sort(function(a,b){
        var order=typeof a.key==='number'?(a.key<b.key?-1:a.key>b.key?1:0):a.key.localeCompare(b.key);
        return down?-order:order;
      });
      rows.forEach(function(r){body.appendChild(r.row);});
    });
  });
});
// Filtering.
var find=document.getElementById('find'),pick=document.getElementById('pick'),peer=document.getElementById('peer');
if(find){
  var all=Array.from(document.getElementById('tasks').tBodies[0].rows);
  all.forEach(function(row){row.dataset.text=row.textContent.toLowerCase();});
  var apply=function(){
    var words=find.value.toLowerCase().split(/\s+/).filter(Boolean),shown=0;
    all.forEach(function(row){
      var fits=(!pick.value||row.dataset.c===pick.value)&&(!peer||!peer.value||row.dataset.p===peer.value)&&
        words.every(function(w){return row.dataset.text.includes(w);});
      row.hidden=!fits;
      if(fits)++shown;
    });
    document.getElementById('shown').textContent=shown+' of '+all.length+' shown';
  };
  [find,pick,peer].forEach(function(e){if(e)e.addEventListener('input',apply);});
  apply();
}
})();
)js";

} // namespace raceward::batch
