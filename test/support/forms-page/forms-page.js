/**
 * Renders and submits the forms of a page, like a front end that uses only the wire contract (components.md section
 * 5). URL parameters: `api`, the API with its prefix, and `path`, the route of the page, or `form`, the URL of one
 * Form component.
 */
const asked = new URL(location.href).searchParams;
const api = new URL(asked.get('api'));

/** Form components in the manifest of the page. */
async function formIris() {
  if (asked.has('form')) return [asked.get('form')];
  const { body } = await call('GET', `${api}/_/resource_manifest/${asked.get('path')}`);
  const irisOf = ({ iri, children }) => [iri, ...children.flatMap(irisOf)];
  return body.resource_iris.flatMap(irisOf).filter((iri) => iri.includes('/component/forms/'));
}

async function openForm(iri) {
  const { body, status } = await call('GET', new URL(iri, api));
  const main = document.querySelector('main');
  if (body.formView === undefined) main.append(element('p', { role: 'alert' }, [problemText(status, body)]));
  else main.append(drawForm(body.formView));
}

/**
 * Requests a document.
 * @returns the status, and the document if the response contains one.
 */
async function call(method, url, body) {
  const types = { POST: 'application/json', PATCH: 'application/merge-patch+json' };
  const isJson = body !== undefined && !(body instanceof FormData);
  const answer = await fetch(url, {
    method,
    credentials: 'include',
    headers: { Accept: 'application/ld+json', ...(isJson ? { 'Content-Type': types[method] } : {}) },
    body: isJson ? JSON.stringify(body) : body,
  });
  return { status: answer.status, body: await answer.json().catch(() => ({})) };
}

const problemText = (status, { description, detail }) => `${status}: ${description ?? detail ?? 'no answer'}`;

// Submission

function drawForm(view) {
  const { vars } = view;
  const status = element('p', { role: 'status' });
  const form = drawRoot(view);
  form.append(status);
  let queue = Promise.resolve();
  const send = (method, body) => {
    queue = queue.then(async () => {
      const answer = await call(method, new URL(vars.action, api), body);
      if (answer.body.formView !== undefined) showErrors(answer.body.formView);
      status.textContent = statusText(method, answer);
    });
  };
  form.addEventListener('change', ({ target }) => {
    target.dataset.touched = 'true';
    if (vars.realtime_validate_disabled) return;
    const values = changedValues(target);
    if (values !== undefined) send('PATCH', nest(values, vars.full_name));
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const controls = [...form.elements];
    const hasFiles = controls.some(({ type, files }) => type === 'file' && files.length > 0);
    send('POST', hasFiles ? new FormData(form) : nest(valuesOf(controls), vars.full_name));
  });
  return form;
}

function statusText(method, { status, body }) {
  if (body['@type'] !== undefined && status === 422 && body.formView !== undefined)
    return method === 'POST' ? 'Please correct what is marked.' : '';
  if (status >= 400) return problemText(status, body);
  return method === 'POST' ? `Sent (${status}).` : '';
}

/** Values of the field that a control belongs to, or undefined while some of its controls are not filled in. */
function changedValues(control) {
  let scope;
  for (let parent = control.closest('[data-together]'); parent !== null;) {
    scope = parent;
    parent = parent.parentElement.closest('[data-together]');
  }
  if (scope === undefined) return valuesOf([control]);
  const controls = [...scope.querySelectorAll('input, select, textarea')];
  const isComplete = controls.every(({ dataset }) => dataset.touched === 'true');
  return scope.dataset.together === 'any' || isComplete ? valuesOf(controls) : undefined;
}

/** Pairs of full name and value. JSON contains no files. */
function valuesOf(controls) {
  return controls.flatMap((control) => {
    const { name, type, value, checked } = control;
    if (name === '' || name === undefined || control.disabled || type === 'file') return [];
    if (type === 'select-multiple')
      return [[name, [...control.selectedOptions].map((option) => option.value)]];
    if (type === 'checkbox' && name.endsWith('[]')) return [[name, checked ? [value] : []]];
    if (type === 'checkbox') return [[name, checked ? value : null]];
    if (type === 'radio') return checked ? [[name, value]] : [];
    return [[name, value]];
  });
}

/** Converts `contact[tags][]` to `{contact: {tags: [...]}}`. The root always exists. */
function nest(values, rootName) {
  const body = rootName === '' ? {} : { [rootName]: {} };
  for (const [name, value] of values) {
    const keys = name.replaceAll(']', '').split('[');
    if (name.endsWith('[]')) keys.pop();
    const last = keys.pop();
    const parent = keys.reduce((branch, key) => (branch[key] ??= {}), body);
    parent[last] = Array.isArray(value) ? [...(parent[last] ?? []), ...value] : value;
  }
  return body;
}

/** Shows errors at their nodes. A partial submission changes only the errors of nodes that were sent. */
function showErrors({ vars, children }) {
  const list = document.getElementById(`${vars.id}_errors`);
  if (vars.submitted && list !== null) {
    list.replaceChildren(...vars.errors.map((error) => element('li', {}, [error])));
    const control = document.getElementById(vars.id);
    if (control !== null) control.setAttribute('aria-invalid', String(vars.errors.length > 0));
  }
  children.forEach(showErrors);
}

// Rendering

/** Renderers of nodes, by block prefix. */
const DRAWN = {
  form: drawGroup,
  text: (view) => drawInput(view, 'text'),
  textarea: drawTextarea,
  hidden: (view) => control('input', view, { type: 'hidden', value: view.vars.value ?? '' }),
  integer: (view) => drawInput(view, 'number'),
  number: (view) => drawInput(view, 'text', { inputmode: 'decimal' }),
  money: (view) => drawInput(view, 'text', { inputmode: 'decimal' }),
  percent: (view) => drawInput(view, 'text', { inputmode: 'decimal' }),
  uuid: (view) => drawInput(view, 'text'),
  ulid: (view) => drawInput(view, 'text'),
  datetime: (view) => drawDate(view, 'datetime-local'),
  dateinterval: (view) => drawDate(view, 'text'),
  checkbox: (view) => drawBox(view, 'checkbox'),
  radio: (view) => drawBox(view, 'radio'),
  file: (view) => drawInput(view, 'file', view.vars.multiple ? { multiple: '' } : {}),
  choice: (view) => (view.vars.expanded ? drawGroup(view, 'any') : drawSelect(view)),
  collection: drawCollection,
  repeated: (view) => drawGroup(view, 'all'),
  button: drawButton,
};
for (const type of ['date', 'time', 'week']) DRAWN[type] = (view) => drawDate(view, type);
for (const type of ['email', 'password', 'search', 'tel', 'url', 'color', 'range'])
  DRAWN[type] = (view) => drawInput(view, type);

/** Uses the most specific block prefix that this page supports. */
function draw(view) {
  const prefix = view.vars.block_prefixes.findLast((name) => Object.hasOwn(DRAWN, name));
  return DRAWN[prefix](view);
}

function element(tag, attributes = {}, children = []) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined && value !== false) made.setAttribute(name, value === true ? '' : String(value));
  made.append(...children);
  return made;
}

function drawRoot({ vars, children }) {
  const id = vars.id === '' ? undefined : vars.id;
  const parts = [errorsOf(vars), ...helpOf(vars), ...children.map(draw)];
  return element('form', { id, ...vars.attr }, parts);
}

/** Renders all nodes with children: forms, radios and checkboxes, both halves, parts of dates. */
function drawGroup({ vars, children }, together) {
  const attributes = { id: vars.id, 'data-together': together, ...vars.attr };
  return element('fieldset', attributes, [
    ...legendOf(vars),
    ...helpOf(vars),
    errorsOf(vars),
    ...children.map(draw),
  ]);
}

function drawDate(view, type) {
  if (view.children.length === 0) return drawInput(view, type);
  const { vars, children } = view;
  const parts = children.map(({ vars: part, ...rest }) =>
    draw({ ...rest, vars: { label: part.name, ...part } }),
  );
  return element('fieldset', { id: vars.id, 'data-together': 'all', ...vars.attr }, [
    ...legendOf(vars),
    ...helpOf(vars),
    errorsOf(vars),
    element('div', { class: 'parts' }, parts),
  ]);
}

const drawInput = (view, type, attributes = {}) =>
  field(view, control('input', view, { type, value: view.vars.value ?? '', ...attributes }));

function drawTextarea(view) {
  const area = control('textarea', view, { rows: 4 });
  area.value = view.vars.value ?? '';
  return field(view, area);
}

function drawBox(view, type) {
  const { checked, value } = view.vars;
  return field(view, control('input', view, { type, value, checked }), 'box');
}

function drawSelect(view) {
  const { multiple, placeholder, preferred_choices: preferred, choices, value } = view.vars;
  const chosen = new Set([value].flat());
  const options = (list) => list.map((choice) => optionOf(choice, chosen));
  const first = placeholder === undefined ? [] : [element('option', { value: '' }, [placeholder])];
  const line = preferred.length === 0 ? [] : [element('hr')];
  return field(
    view,
    control('select', view, { multiple }, [...first, ...options(preferred), ...line, ...options(choices)]),
  );
}

function optionOf({ label, value, attr, choices }, chosen) {
  if (choices !== undefined)
    return element(
      'optgroup',
      { label },
      choices.map((choice) => optionOf(choice, chosen)),
    );
  return element('option', { value, selected: chosen.has(value), ...attr }, [label]);
}

function drawCollection({ vars, children, prototype }) {
  const entries = element('div');
  let next = 0;
  const add = (entry) => {
    const row = element('div', { class: 'entry' }, [draw(entry)]);
    if (vars.allow_delete) row.append(actionButton('Remove', () => row.remove()));
    entries.append(row);
    next = Math.max(next, Number(entry.vars.name) + 1);
  };
  children.forEach(add);
  const adding =
    prototype === undefined ? [] : [actionButton('Add', () => add(entryOf(prototype, String(next))))];
  return element('fieldset', { id: vars.id, ...vars.attr }, [
    ...legendOf(vars),
    ...helpOf(vars),
    errorsOf(vars),
    entries,
    ...adding,
  ]);
}

const actionButton = (text, act) => {
  const button = element('button', { type: 'button' }, [text]);
  button.addEventListener('click', act);
  return button;
};

/** Replaces the placeholder of the prototype by the number of an entry, in all its descendants. */
function entryOf(prototype, number) {
  const { name, full_name: fullName, id } = prototype.vars;
  const numbered = {
    fullName: replaceEnd(fullName, `[${name}]`, `[${number}]`),
    id: replaceEnd(id, name, number),
  };
  const renamed = (node) => ({
    ...node,
    vars: {
      ...node.vars,
      full_name: numbered.fullName + node.vars.full_name.slice(fullName.length),
      id: numbered.id + node.vars.id.slice(id.length),
    },
    children: node.children.map(renamed),
    ...(node.prototype === undefined ? {} : { prototype: renamed(node.prototype) }),
  });
  const entry = renamed(prototype);
  return { ...entry, vars: { ...entry.vars, name: number } };
}

/** The name of a multiple choice or file has the suffix `[]`. */
function replaceEnd(text, end, replacement) {
  const at = text.lastIndexOf(end);
  return text.slice(0, at) + replacement + text.slice(at + end.length);
}

function drawButton({ vars }) {
  const { attr, id, disabled, label, block_prefixes: prefixes, name } = vars;
  const type = prefixes.findLast((prefix) => ['submit', 'reset', 'button'].includes(prefix));
  return element('button', { id, type, disabled, ...attr }, [label || name]);
}

// Parts of fields

function control(tag, { vars }, attributes, children = []) {
  const { id, full_name: name, disabled, required, attr } = vars;
  return element(tag, { id, name, disabled, required, ...attributes, ...attr }, children);
}

function field({ vars }, drawn, kind = '') {
  const { id, label, label_attr: attributes } = vars;
  const labels = label ? [element('label', { for: id, ...attributes }, [label])] : [];
  const parts = kind === 'box' ? [drawn, ' ', ...labels] : [...labels, drawn];
  return element('div', { class: `field ${kind}` }, [...parts, ...helpOf(vars), errorsOf(vars)]);
}

const legendOf = ({ label, label_attr: attributes }) =>
  label ? [element('legend', attributes, [label])] : [];

const helpOf = ({ help }) => (help === undefined ? [] : [element('div', { class: 'help' }, [help])]);

const errorsOf = ({ id, errors = [] }) =>
  element(
    'ul',
    { class: 'errors', id: `${id}_errors` },
    errors.map((error) => element('li', {}, [error])),
  );

for (const iri of await formIris()) await openForm(iri);
document.body.dataset.ready = 'true';
