import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { type InterfaceDeclaration, Node, Project, type TypeElementTypes } from 'ts-morph';
import { describe, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const PAGE = `${ROOT}/docs/reference/hooks.md`;

/** Types of members that are groups of hooks. */
const GROUPS = [
  ...['UseCaseGuard', 'FeatureReads', 'FeatureWrites', 'UnitHooks'],
  ...['FeatureDocumentation', 'FeatureHttp'],
];

const INTRODUCTION = `# Hooks

This page lists the members of a feature, by the point at which they run: \`Feature\` (\`runtime/kernel/feature.ts\`) and
\`DeclaredFeature\` (\`runtime/kernel/contract/features/declared-feature.ts\`). Only \`name\` is required.
[Custom features](../how-to/custom-features.md) shows examples. \`npm run docs:hooks\` generates this page.`;

const project = new Project({ skipAddingFilesFromTsConfig: true, skipLoadingLibFiles: true });
project.addSourceFilesAtPaths([
  `${ROOT}/runtime/kernel/feature.ts`,
  `${ROOT}/runtime/kernel/contract/{features/declared-feature,records/unit-of-work,records/use-cases}.ts`,
]);

function interfaceNamed(name: string): InterfaceDeclaration {
  for (const file of project.getSourceFiles()) {
    const found = file.getInterface(name);
    if (found !== undefined) return found;
  }
  throw new Error(`There is no interface ${name}`);
}

/** A member with its name, the subject of its type, and its comment. */
interface Hook {
  readonly name: string;
  readonly type: string;
  readonly meaning: string;
  /** The phase in a preceding comment. */
  readonly moment: string | undefined;
}

function hooksOf(declaration: InterfaceDeclaration, prefix = ''): readonly Hook[] {
  return declaration.getMembers().flatMap((member): readonly Hook[] => {
    if (!Node.isPropertySignature(member) && !Node.isMethodSignature(member)) return [];
    const node = Node.isPropertySignature(member) ? member.getTypeNode() : member.getReturnTypeNode();
    const type = node?.getText() ?? '';
    const moment = momentOf(member);
    if (!GROUPS.includes(type))
      return [
        { name: `${prefix}${member.getName()}`, type: typeName(type), meaning: meaningOf(member), moment },
      ];
    const [first, ...others] = hooksOf(interfaceNamed(type), `${member.getName()}.`);
    return first === undefined ? [] : [{ ...first, moment }, ...others];
  });
}

/** The type name of an entry, or the function itself. */
const typeName = (text: string): string =>
  /^[(<]/.test(text) ? '' : (/\b(?!Readonly|Record|Promise)[A-Z]\w+/.exec(text)?.[0] ?? '');

function meaningOf(member: TypeElementTypes): string {
  const [comment] = Node.isJSDocable(member) ? member.getJsDocs() : [];
  const text = comment?.getDescription().replaceAll(/\s+/g, ' ').trim() ?? '';
  if (text === '') throw new Error(`${member.getText()} has no comment`);
  return text;
}

function momentOf(member: TypeElementTypes): string | undefined {
  const comments = member.getLeadingCommentRanges().map((range) => range.getText());
  return comments.find((text) => text.startsWith('//'))?.replace(/^\/\/\s*/, '');
}

function printPage(): string {
  const done = hooksOf(interfaceNamed('Feature'));
  const declared = hooksOf(interfaceNamed('DeclaredFeature')).filter(
    ({ name }) => !done.some((hook) => hook.name === name),
  );
  const rows = [...declared, ...done].map(({ name, type, meaning, moment }) => {
    const row = `| \`${name}\` | ${type === '' ? '' : `\`${type}\``} | ${meaning} |`;
    return moment === undefined ? row : `\n## ${moment}\n\n${HEAD}\n${row}`;
  });
  return [INTRODUCTION, '', '## Definition', '', HEAD, ...rows].join('\n');
}

const HEAD = '| Member | Type | Meaning |\n| --- | --- | --- |';

describe('docs/reference/hooks.md', () => {
  test('describes every hook as the types do', async () => {
    const written = await format(printPage(), { ...(await resolveConfig(PAGE)), filepath: PAGE });
    await expect(written).toMatchFileSnapshot(PAGE);
  });
});
