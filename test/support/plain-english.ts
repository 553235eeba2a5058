import { readFileSync } from 'node:fs';
import ts from 'typescript';

/** A text that people read: a comment, a message, or a paragraph of documentation. */
export interface ProseText {
  readonly kind: 'comment' | 'doc comment' | 'message' | 'paragraph' | 'title';
  readonly text: string;
  /** Line of its start, from 1. */
  readonly line: number;
}

export interface ProseProblem extends ProseText {
  readonly problem: string;
}

const MAX_WORDS = 25;

/** Words and constructions that this project does not use, each with what to write. */
const BANNED: readonly (readonly [RegExp, string])[] = [
  [/\banew\b/i, 'again'],
  [/\bmend(s|ed|ing)?\b/i, 'fix, repair'],
  [/\bby (itself|themselves)\b/i, 'automatically, alone'],
  [/\bof (no )?use\b/i, 'valid, invalid, useful'],
  [/\bmeanwhile\b/i, 'at the same time, in the meantime'],
  [/\bat last\b/i, 'finally'],
  [/\blook(s|ed|ing)? after\b/i, 'maintain'],
  [/\b(thereof|therein|thereby|hereby|wherein|whereof)\b/i, 'a plain preposition'],
  [/\b(whoever|whomever)\b/i, 'the user, the caller, callers that'],
  [/\b(told|tells?|telling)\b/i, 'notified, logged, reported'],
  [/\b(is|are|was|were|be|been|being) asked\b|\basked[- ](for|paths)\b/i, 'requested'],
  [
    /\b(says?|said|saying) (nothing|so|that|whether|who|which|what|how|where|when)\b/i,
    'reports, states, describes',
  ],
  [/\b(comes?|came) to nothing\b/i, 'failed'],
  [/\bmak(es?|ing) up\b|\bmade up\b/i, 'generate'],
  [/\bkept (answers?|actors?|responses?)\b/i, 'cached response'],
  [/\bmisfits?\b/i, 'drift'],
  [/\bobstacles?\b/i, 'blockers'],
  [/\bcarr(y|ies|ied|ying) (it |them )?out\b/i, 'run, apply, execute'],
  [/\b(in|into|from|to) the place of\b|\bin (its|their) place\b/i, 'instead of, replaces'],
  [/\bleast weight\b/i, 'minimum level'],
  [/\bnothing (that )?knows\b/i, 'unknown'],
  [/\bleft over\b/i, 'orphaned, remaining'],
  [/\bsign-in by others\b/i, 'single sign-on'],
  [
    /\bstand(s|ing)? (in|on|at|behind|before|beside|between|below|above|where|there|here|nowhere|alone|among)\b|\bstood\b/i,
    'is, is placed on',
  ],
  [/\bhear(s|d)? (of|from)\b/i, 'receives'],
  [/\bjudg(e|es|ed|ing)\b/i, 'authorize, validate'],
  [/\bthe night\b/i, 'nightly'],
  [/\bformer(ly)?\b/i, 'previous'],
  [/\blacks?\b|\blacking\b/i, 'has no, is missing'],
  [
    /(?<!\bthere )\b(is|are|was|were) no (?!longer\b|more\b|fewer\b|less\b|need\b|such\b|other\b|way\b|exception)\w+/i,
    'is not a',
  ],
  [/\bto no purpose\b|\bin vain\b/i, 'without result'],
  [/\bhence\b|\bthus\b|\bwhilst\b|\bamongst\b|\bupon\b|\bshall\b|\bought\b/i, 'a modern word'],
  [/\bby now\b/i, 'already'],
  [/\bthe like\b|\band such\b/i, 'name them'],
  [/\bis to be\b|\bare to be\b/i, 'must be, will be'],
  [/\bhow it was\b|\bhow they were\b/i, 'previous state'],
  [/\bonly then\b/i, 'a plain condition'],
];

/** Beginnings of doc comments that are clauses without a subject or a verb. */
const CLAUSE =
  /^(What|Whatever|Whom?|Whose|Whoever|That|Those|Which|Where|How|So|And|But|Because|Once|Of|Tells|Says|Asks|Knows|True when|False when|In the order|In place of|For who(ever)?)\b/;

/** Finds what the rules for prose do not allow in a text. */
export function problemsOf({ kind, text, line }: ProseText): readonly ProseProblem[] {
  const found: string[] = [];
  const plain = withoutCode(text);
  for (const [pattern, instead] of BANNED) {
    const match = pattern.exec(plain);
    if (match) found.push(`"${match[0]}": write ${instead}`);
  }
  if (kind === 'doc comment' && CLAUSE.test(plain))
    found.push(
      `starts with "${plain.split(' ')[0]}": start with a verb in the third person or a noun phrase`,
    );
  for (const sentence of sentencesOf(plain)) {
    const words = sentence.split(/\s+/).filter((word) => /\p{L}|\d|`/u.test(word)).length;
    if (words > MAX_WORDS) found.push(`${words} words in "${sentence.slice(0, 50)}…": at most ${MAX_WORDS}`);
  }
  return found.map((problem) => ({ kind, text, line, problem }));
}

/** Code becomes one word, quotes and links what people read of them. */
function withoutCode(text: string): string {
  return text
    .replace(/`[^`]*`/g, '`c`')
    .replace(/"[^"]*"/g, '"c"')
    .replace(/\{@link ([^}]*)\}/g, '`c`')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\$\{[^}]*\}|\{\{[^}]*\}\}/g, '`c`')
    .replace(/\bcontract decision \d+|\bcore\.md section [\d.]+|\bADR \d+/g, '`c`');
}

const sentencesOf = (text: string): readonly string[] =>
  text
    .split(/(?<=[.!?:;])(?:\*\*|["')])*\s+(?=[\p{Lu}`"'(*[]|$)|\n\s*\n|;\s|:\s/u)
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** The comments and the messages of a source file. A message is a literal of at least three words. */
export function proseOfSource(file: string): readonly ProseText[] {
  const source = readFileSync(file, 'utf8');
  const parsed = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, scriptKind(file));
  const lineAt = (position: number): number => parsed.getLineAndCharacterOfPosition(position).line + 1;
  const found: ProseText[] = [];
  const comments = new Map<number, ts.CommentRange>();
  const visit = (node: ts.Node): void => {
    for (const range of ts.getLeadingCommentRanges(source, node.getFullStart()) ?? [])
      comments.set(range.pos, range);
    for (const range of ts.getTrailingCommentRanges(source, node.getEnd()) ?? [])
      comments.set(range.pos, range);
    const text = literalText(node);
    if (text !== undefined && /^["'`(]?\p{L}[^\n]*\s\S+\s\S+/u.test(text) && !isCode(text))
      found.push({ kind: isTitle(node) ? 'title' : 'message', text, line: lineAt(node.getStart()) });
    // Tokens too: a comment can be the last thing before a brace.
    node.getChildren(parsed).forEach(visit);
  };
  visit(parsed);
  for (const { pos, end } of comments.values())
    found.push(...commentTexts(source.slice(pos, end), lineAt(pos)));
  return found;
}

const scriptKind = (file: string): ts.ScriptKind =>
  file.endsWith('.tsx') ? ts.ScriptKind.TSX : file.endsWith('.js') ? ts.ScriptKind.JS : ts.ScriptKind.TS;

function literalText(node: ts.Node): string | undefined {
  if (ts.isImportDeclaration(node.parent ?? node) || ts.isExportDeclaration(node.parent ?? node))
    return undefined;
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isJsxText(node))
    return node.text.trim();
  if (ts.isTemplateExpression(node))
    return node.head.text + node.templateSpans.map(({ literal }) => `\${x}${literal.text}`).join('');
  return undefined;
}

/** Whether a literal names a test, or a group of tests. */
const isTitle = ({ parent }: ts.Node): boolean =>
  ts.isCallExpression(parent) && /^(describe|test|it)\b/.test(parent.expression.getText());

/** Whether programs read a literal: statements of SQL, source, styles, or a list of words. */
const isCode = (text: string): boolean =>
  text.includes('\n') ||
  /^\w+ \([\w, ]+\) as\b|^\w+\.\w+ as\b/.test(text) ||
  /^(?:[\w-]+,? ){8,}[\w-]+$/.test(text) ||
  /^(select|insert|update|delete|create|alter|drop|with|from|join|left|where|and|or|order|group|exists|not|case|limit|values|set|export|import|const|function|class|if|return)\b/.test(
    text,
  ) ||
  /[{};]\s*$|=>|\w\(\)/.test(text);

function commentTexts(comment: string, line: number): readonly ProseText[] {
  const isDoc = comment.startsWith('/**');
  const body = comment
    .replace(/^\/\*\*?|\*\/$/g, '')
    .replace(/^\s*(\*|\/\/) ?/gm, '')
    .trim();
  if (/eslint-|@ts-|prettier-ignore|@vitest|^#__PURE__/.test(body)) return [];
  const parts = body.split(/^(?=@\w+)/m).filter((part) => !part.startsWith('@example'));
  return parts.map((part, at) => ({
    kind: isDoc && at === 0 && !part.startsWith('@') ? 'doc comment' : 'comment',
    text: part
      .replace(/^@\w+\s*(\{[^}]*\})?/, '')
      .replace(/\s*\n\s*/g, ' ')
      .trim(),
    line,
  }));
}

/** The paragraphs, items, cells and headings of a page, without its code blocks and frontmatter. */
export function proseOfPage(file: string): readonly ProseText[] {
  const found: ProseText[] = [];
  let lines: string[] = [];
  let start = 0;
  let isCodeBlock = false;
  const flush = (): void => {
    if (lines.length > 0) found.push({ kind: 'paragraph', text: lines.join(' ').trim(), line: start + 1 });
    lines = [];
  };
  const source = readFileSync(file, 'utf8').replace(/^---\n[\s\S]*?\n---\n/, (matter) =>
    matter.replace(/[^\n]/g, ''),
  );
  for (const [at, raw] of source.split('\n').entries()) {
    const line = raw.trim();
    if (/^(```|~~~)/.test(line)) {
      flush();
      isCodeBlock = !isCodeBlock;
    } else if (isCodeBlock || /^(<!--|:::|\|?[-|: ]+\|$)/.test(line)) flush();
    else if (line === '') flush();
    else if (line.startsWith('|')) {
      flush();
      for (const cell of line.split(/(?<!\\)\|/))
        if (cell.trim() !== '') found.push({ kind: 'paragraph', text: cell.trim(), line: at + 1 });
    } else {
      if (/^([-*+]|\d+\.|#+|>)\s/.test(line)) flush();
      if (lines.length === 0) start = at;
      lines.push(line.replace(/^([-*+]|\d+\.|#+|>)\s+/, ''));
    }
  }
  flush();
  return found;
}
