import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { FEATURES } from '../../runtime/features.js';
import type { DeclaredFeature } from '../../runtime/kernel/contract/features/declared-feature.js';
import type { Translation } from '../../runtime/kernel/contract/message.js';
import { KERNEL_MESSAGES } from '../../runtime/kernel/messages/german.js';
import { placeholdersOf } from '../../runtime/kernel/util/text/message-text.js';
import { sourceFiles } from '../support/source-files.js';

const GERMAN: ReadonlyMap<string, Translation> = new Map(
  [KERNEL_MESSAGES, ...FEATURES.map(({ messages = {} }: DeclaredFeature) => messages)].flatMap(
    ({ de = {} }) => Object.entries(de),
  ),
);

/** Files that create violations. */
const CREATES =
  /[vV]iolation|addError|validationFailed|refused\(|refuseMember|report\(|invalidMessage|problemOf|MessageText|refusal:|kind: 'problem'|createTextRule|worded\(|messageOf|[uU]nique/;

/** Texts in these files that are not messages: errors, logs, documentation and console output. */
const ERRORS = /^(?:\w*Error|badRequest|notFound|forbidden|denied|unauthorized|print\w*)$|\.print\w*$/;
const OTHER_MEMBERS = new Set(
  'summary description responses problems when remedy answer title msg detail sql advice purpose what hint name'.split(
    ' ',
  ),
);
const OTHER_FILES =
  /german|\/(?:commands?|user-create|describe-submits|mail-links|embedded-hub|catalog|settings|documentation|schemas)\.ts$|forms\/check-configured|account-forms|undo-revision|factor-limits|feature-module/;

/** Problems of schema files, which `cms generate` prints in English. */
const OF_SCHEMA_FILES = /features\/[^/]+\/(?:notation|schema-files)\//;

/** A sentence, or the start of one. */
const SENTENCE = /^(?:[A-Z"`]|\{\{|pageDataProperty)\S* \S+ \S+/;

interface Found {
  readonly file: string;
  readonly text: string;
  readonly hasValues: boolean;
}

function messagesIn(file: string): readonly Found[] {
  const source = readFileSync(file, 'utf8');
  if (!CREATES.test(source)) return [];
  const found: Found[] = [];
  const visit = (node: ts.Node): void => {
    if ((ts.isCallExpression(node) || ts.isNewExpression(node)) && ERRORS.test(node.expression.getText()))
      return;
    if (ts.isPropertyAssignment(node) && OTHER_MEMBERS.has(node.name.getText()) && !isText(node)) return;
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) {
      if (SENTENCE.test(node.text) && !node.text.includes('\n') && !OTHER_TEXTS.has(node.text))
        found.push({ file, text: node.text, hasValues: false });
    } else if (ts.isTemplateExpression(node)) {
      const text = node.getText().slice(1, -1);
      if (SENTENCE.test(text) && text.endsWith('.') && !text.startsWith('Neither or both of'))
        found.push({ file, text, hasValues: true });
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true));
  return found;
}

/** A hint of a rule is a message. A hint of a problem in a schema file is not. */
const isText = (node: ts.PropertyAssignment): boolean =>
  node.name.getText() === 'hint' && !ts.isStringLiteral(node.initializer);

/** Documentation of endpoints, and a storage error. */
const OTHER_TEXTS = new Set([
  'The body is not valid JSON.',
  'The media type of the body is not supported.',
  'No free name was found.',
  'An error occurred',
  'Whether a record without a route can be read by its IRI, as if it had a live route. Only administrators can set it.',
]);

const files = sourceFiles('runtime').filter(
  (file) =>
    /runtime\/(?:kernel|features|client|model\/routable-fields)/.test(file) &&
    !/features\/bulk\//.test(file) &&
    !OF_SCHEMA_FILES.test(file) &&
    !OTHER_FILES.test(file),
);
const messages = files.flatMap(messagesIn);

describe('violation messages', () => {
  test('are found', () => {
    expect(new Set(messages.map(({ text }) => text)).size).toBeGreaterThan(200);
  });

  test('have placeholders for their values', () => {
    expect(messages.filter(({ hasValues }) => hasValues)).toEqual([]);
  });

  test('have a German text', () => {
    const missing = messages.filter(({ text, hasValues }) => !hasValues && !GERMAN.has(text));
    expect(missing.map(({ file, text }) => `${file}: ${text}`)).toEqual([]);
  });

  test('exist for each German text', () => {
    const known = new Set(messages.map(({ text }) => text));
    expect([...GERMAN.keys()].filter((text) => !known.has(text))).toEqual([]);
  });

  test('have the same placeholders in German', () => {
    const differing = [...GERMAN].filter(([text, translation]) =>
      (typeof translation === 'string' ? [translation] : Object.values(translation)).some(
        (form) => [...placeholdersOf(form)].sort().join() !== [...placeholdersOf(text)].sort().join(),
      ),
    );
    expect(differing).toEqual([]);
  });
});
