/** Style and script of the documentation page. They are inlined, and the page's policy names their hashes. */
export const DOCS_STYLE = `
:root { color-scheme: light dark; --ink: #1c2330; --quiet: #5a6578; --page: #f6f7f9; --card: #fff; --line: #dde1e8;
  --accent: #2456c9; --get: #19734a; --post: #1f5fbf; --put: #8a5a00; --patch: #7a3fb5; --delete: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --ink: #e5e9f0; --quiet: #9aa5b8; --page: #12161d; --card: #1a2029;
  --line: #2c3542; --accent: #8ab0ff; --get: #5bc891; --post: #7fb0ff; --put: #e0b050; --patch: #c79bf2; --delete: #ff8a80; } }
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.5 system-ui, sans-serif;
  display: grid; grid-template-columns: 16rem minmax(0, 1fr); min-height: 100vh; }
nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 1.25rem; border-right: 1px solid var(--line);
  background: var(--card); }
nav ul { list-style: none; margin: 1rem 0 0; padding: 0; }
nav a { display: block; padding: .2rem .5rem; border-radius: 4px; text-decoration: none; color: inherit; }
nav a:hover { background: var(--page); }
main { padding: 2rem clamp(1rem, 4vw, 3rem) 4rem; max-width: 72rem; }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 .25rem; }
h2 { font-size: 1.25rem; margin: 2.5rem 0 .5rem; }
h4 { margin: 1rem 0 .4rem; font-size: .85rem; text-transform: uppercase; letter-spacing: .04em; color: var(--quiet); }
a { color: var(--accent); }
p { margin: .25rem 0 .75rem; }
code, pre { font: .875em/1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
.quiet { color: var(--quiet); }
.required { color: var(--delete); font-size: .8rem; }
details { background: var(--card); border: 1px solid var(--line); border-radius: 6px; margin: .4rem 0; }
summary { cursor: pointer; padding: .55rem .8rem; overflow-wrap: anywhere; }
summary .quiet { margin-left: .4rem; }
.content { padding: 0 1rem 1rem; border-top: 1px solid var(--line); overflow-x: auto; }
.content > :first-child { margin-top: .8rem; }
.method { display: inline-block; min-width: 4.2rem; font-weight: 700; font-size: .8rem; letter-spacing: .03em; }
.get .method { color: var(--get); } .post .method { color: var(--post); } .put .method { color: var(--put); }
.patch .method { color: var(--patch); } .delete .method { color: var(--delete); }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
th { text-align: left; font-weight: 600; color: var(--quiet); }
th, td { padding: .35rem .75rem .35rem 0; border-bottom: 1px solid var(--line); vertical-align: top; overflow-wrap: anywhere; }
ul { margin: .25rem 0; padding-left: 1.2rem; }
.fields { display: grid; grid-template-columns: repeat(auto-fill, minmax(14rem, 1fr)); gap: .6rem; margin-bottom: .8rem; }
label span { display: block; font-size: .85rem; color: var(--quiet); }
input { width: 100%; font: inherit; padding: .4rem .55rem; border: 1px solid var(--line); border-radius: 4px;
  background: var(--page); color: inherit; }
button { font: inherit; font-weight: 600; padding: .45rem .9rem; border: 0; border-radius: 4px; background: var(--accent);
  color: var(--card); cursor: pointer; }
output { margin-left: .8rem; color: var(--quiet); }
pre { background: var(--page); border: 1px solid var(--line); border-radius: 4px; padding: .8rem; max-height: 30rem;
  overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
[hidden] { display: none !important; }
@media (max-width: 48rem) { body { display: block; } nav { position: static; height: auto; border: 0; } nav ul { display: none; } }
`;

export const DOCS_SCRIPT = `
const find = document.getElementById('find');
find.closest('label').hidden = false;
find.addEventListener('input', () => {
  const wanted = find.value.trim().toLowerCase();
  for (const operation of document.querySelectorAll('.operation')) {
    operation.hidden = wanted !== '' && !operation.dataset.find.includes(wanted);
  }
  for (const group of document.querySelectorAll('section.group')) {
    const operations = [...group.querySelectorAll('.operation')];
    group.hidden = wanted !== '' && !operations.some((operation) => !operation.hidden);
  }
});

const open = () => {
  const target = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target && target.tagName === 'DETAILS') target.open = true;
};
addEventListener('hashchange', open);
open();

const requestOf = (form) => {
  const query = new URLSearchParams();
  const headers = { Accept: 'application/ld+json' };
  let path = form.dataset.path;
  for (const { name, value, dataset } of form.querySelectorAll('input')) {
    if (dataset.in === 'path') path = path.replace('{' + name + '}', encodeURIComponent(value));
    else if (value === '') continue;
    else if (dataset.in === 'query') query.append(name, value);
    else headers[name] = value;
  }
  const text = query.toString();
  return { url: path + (text === '' ? '' : '?' + text), headers };
};

const pretty = (text) => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};

document.addEventListener('submit', async (event) => {
  event.preventDefault();
  const form = event.target;
  const status = form.querySelector('output');
  const answer = form.querySelector('pre');
  const { url, headers } = requestOf(form);
  status.textContent = 'Sending…';
  try {
    const response = await fetch(url, { headers, credentials: 'same-origin' });
    answer.textContent = pretty(await response.text());
    answer.hidden = false;
    status.textContent = response.status + ' ' + response.statusText + ' for ' + url;
  } catch (error) {
    answer.hidden = true;
    status.textContent = 'The request failed: ' + error.message;
  }
});
`;
