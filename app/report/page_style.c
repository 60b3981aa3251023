/* SPDX-License-Identifier: Apache-2.0 */

#include "app/report/page_style.h"

#include "widgets/look/theme.h"

static const char rules[] =
  "*{box-sizing:border-box}\n"
  "html{color-scheme:light dark}\n"
  "body{margin:0 auto;padding:1.5rem;max-width:68rem;background:var(--window);color:var(--text);"
  "font:15px/1.5 Cantarell,\"Noto Sans\",\"Segoe UI\",Roboto,\"Helvetica Neue\",Arial,sans-serif;"
  "font-variant-numeric:tabular-nums}\n"
  "h1{font-size:1.6rem;line-height:1.25;margin:0 0 1rem;overflow-wrap:anywhere}\n"
  "h2{font-size:1.3rem;margin:2.5rem 0 .5rem}\n"
  "h3{font-size:1.05rem;margin:1.75rem 0 .25rem}\n"
  "p,ul{margin:.4rem 0}\n"
  "p,li{max-width:50rem;overflow-wrap:anywhere}\n"
  "a{color:var(--link)}\n"
  "nav ul{display:flex;flex-wrap:wrap;gap:.1rem 1rem;list-style:none;padding:0}\n"
  "code{font:.92em/1.4 \"DejaVu Sans Mono\",Menlo,Consolas,monospace;overflow-wrap:anywhere;unicode-bidi:isolate}\n"
  ".mark{display:inline-block;margin-left:.6rem;padding:0 .55rem;border:1px solid currentColor;border-radius:1rem;"
  "font-size:.8rem;font-weight:600;vertical-align:.1em}\n"
  ".high{color:var(--error)}.medium{color:var(--warning)}.low,.info{color:var(--secondary)}\n"
  ".note,figcaption span{color:var(--secondary);font-size:.85rem}\n"
  ".charts{display:flex;flex-wrap:wrap;gap:1rem}\n"
  "figure{margin:.75rem 0;padding:.75rem 1rem;flex:1 1 26rem;min-width:0;background:var(--card);"
  "border:1px solid var(--rule);border-radius:12px}\n"
  "figure.whole{flex-basis:100%}\n"
  "figcaption{font-weight:700;margin-bottom:.5rem}\n"
  "figcaption span{display:block;font-weight:400}\n"
  "svg{display:block;width:100%;height:auto}\n"
  ".table{overflow-x:auto;margin:.75rem 0;background:var(--card);border:1px solid var(--rule);border-radius:12px}\n"
  ".facts{max-width:36rem}\n"
  "table{border-collapse:collapse;width:100%;font-size:.82rem}\n"
  "caption{caption-side:top;text-align:left;font-weight:700;font-size:.95rem;padding:.75rem 1rem .5rem}\n"
  "th,td{padding:.3rem .6rem;border-top:1px solid var(--rule);text-align:right;vertical-align:top;"
  "unicode-bidi:isolate}\n"
  "td{white-space:nowrap}\n"
  "th{font-weight:600}\n"
  "thead th{color:var(--secondary);vertical-align:bottom}\n"
  ".text{text-align:left;white-space:normal;overflow-wrap:break-word;min-width:4rem}\n"
  "td.text code,th.text code{display:inline-block;min-width:10rem;white-space:pre-wrap}\n"
  "tbody th{font-weight:400}\n"
  /* One of two columns: names of files are longer than the page. */
  ".facts th:nth-child(2),.facts td{text-align:left;white-space:normal;overflow-wrap:anywhere}\n"
  ".facts th.text{white-space:nowrap}\n"
  "tfoot td{text-align:left;white-space:normal;color:var(--secondary)}\n"
  "thead button{all:unset;cursor:pointer;font:inherit;color:inherit}\n"
  "thead button:focus-visible,.table:focus-visible,a:focus-visible{outline:2px solid var(--accent)}\n"
  "thead button::after{content:\"\\a0\\2195\";opacity:.5}\n"
  "th[aria-sort=ascending] button::after{content:\"\\a0\\2191\";opacity:1}\n"
  "th[aria-sort=descending] button::after{content:\"\\a0\\2193\";opacity:1}\n"
  "footer{margin-top:3rem;color:var(--secondary);font-size:.85rem}\n";

static const char print_rules[] =
  "@page{size:A4;margin:14mm 12mm}\n"
  "@media print{\n"
  "html{font-size:10px}\n"
  "body{max-width:none;padding:0;font-size:10px;background:none}\n"
  "nav{display:none}\n"
  "h1{font-size:18px}h2{font-size:14px;margin-top:16px}h3{font-size:11.5px;margin-top:10px}\n"
  "h2,h3,h2+p,caption,figcaption{break-after:avoid}\n"
  "h2+p+.charts,h2+p+.table{break-before:avoid}\n"
  "figure,tr,li,p{break-inside:avoid}\n"
  ".charts{display:block}\n"
  "figure{display:inline-block;width:49%;padding:6px 8px;margin:4px .4%}\n"
  "figure.whole{display:block;width:auto;margin:4px 0}\n"
  ".table{overflow:visible;border:0;border-radius:0}\n"
  "thead{display:table-header-group}\n"
  "table{font-size:7.5px;table-layout:auto}\n"
  "th,td{padding:1.5px 3px}\n"
  "caption{font-size:10px;padding:4px 0}\n"
  "td.text code,th.text code{min-width:0}\n"
  ".text{min-width:0}\n"
  "thead button{display:contents}\n"
  "thead button::after{content:none}\n"
  "}\n";

const char page_script[] =
  "\"use strict\";\n"
  "document.querySelectorAll(\"table.sortable\").forEach(function(table){\n"
  "var body=table.tBodies[0],heads=table.tHead.rows[0].cells;\n"
  "function key(row,column){var cell=row.cells[column];"
  "return cell.dataset.n===undefined?null:Number(cell.dataset.n)}\n"
  "Array.prototype.forEach.call(heads,function(head,column){\n"
  "var isText=head.classList.contains(\"text\");\n"
  "if(!isText&&!Array.prototype.some.call(body.rows,function(row){return key(row,column)!==null}))return;\n"
  "var button=document.createElement(\"button\");button.type=\"button\";"
  "while(head.firstChild)button.appendChild(head.firstChild);head.appendChild(button);\n"
  "button.addEventListener(\"click\",function(){\n"
  "var up=head.getAttribute(\"aria-sort\")===(isText?\"ascending\":\"descending\")?!isText:isText;\n"
  "Array.prototype.forEach.call(heads,function(other){other.removeAttribute(\"aria-sort\")});\n"
  "head.setAttribute(\"aria-sort\",up?\"ascending\":\"descending\");\n"
  "Array.prototype.slice.call(body.rows).sort(function(a,b){\n"
  "if(isText){var order=a.cells[column].textContent.localeCompare(b.cells[column].textContent,undefined,"
  "{numeric:true});return up?order:-order}\n"
  "var x=key(a,column),y=key(b,column);\n"
  "if(x===null||y===null)return(x===null?1:0)-(y===null?1:0);\n"
  "return up?x-y:y-x}).forEach(function(row){body.appendChild(row)})})})});\n";

static void
append_theme (GString *out, const Theme *theme)
{
  const struct
  {
    const char *name;
    Rgb rgb;
  } colours[] = {
    { "window", theme->window }, { "card", theme->card },           { "rule", theme->rule },
    { "text", theme->text },     { "secondary", theme->secondary }, { "link", theme->link },
    { "accent", theme->accent }, { "warning", theme->warning_text }, { "error", theme->error },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (colours); i++)
    g_string_append_printf (out, "--%s:#%06x;", colours[i].name, (unsigned) colours[i].rgb);
}

/* ":root{--window:...}", and what only the other theme shows is hidden. */
static void
append_root (GString *out, const SvgColours *colours, gboolean is_dark)
{
  g_string_append (out, ":root{");
  append_theme (out, theme_get (is_dark ? THEME_DARK : THEME_LIGHT));
  svg_colours_append (out, colours, is_dark);
  g_string_append_printf (out, "}\n.%s{display:none}.%s{display:block}\n", is_dark ? SVG_LIGHT_CLASS : SVG_DARK_CLASS,
                          is_dark ? SVG_DARK_CLASS : SVG_LIGHT_CLASS);
}

GString *
page_style (const SvgColours *colours)
{
  GString *out = g_string_new ("\n");

  g_string_append (out, rules);
  append_root (out, colours, FALSE);
  /* Not in print: paper is light. */
  g_string_append (out, "@media screen and (prefers-color-scheme:dark){\n");
  append_root (out, colours, TRUE);
  g_string_append (out, "}\n");
  g_string_append (out, print_rules);
  return out;
}
