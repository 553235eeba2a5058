import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type ScriptTarget,
  tableStatements,
} from '../../../../../runtime/adapters/persistence/copies/postgres-script.js';

const TARGET: ScriptTarget = { schema: 'public', tablePrefix: '_acb_', isPrivileged: true };

async function passed(script: string, target: Partial<ScriptTarget> = {}, pieces = 7): Promise<string> {
  const bytes = Buffer.from(script);
  async function* chunks(): AsyncGenerator<Buffer> {
    for (let at = 0; at < bytes.length; at += pieces) yield bytes.subarray(at, at + pieces);
  }
  const kept: Buffer[] = [];
  for await (const statement of tableStatements(chunks(), { ...TARGET, ...target })) kept.push(statement);
  return Buffer.concat(kept).toString();
}

const DUMP = [
  "SET client_encoding = 'UTF8';",
  'SET standard_conforming_strings = on;',
  "SELECT pg_catalog.set_config('search_path', '', false);",
  'CREATE TABLE public._acb_page (',
  '    id uuid NOT NULL,',
  "    title character varying(255) DEFAULT 'it''s; \\! not --a comment'::character varying,",
  "    kind text DEFAULT E'a\\\\b\\'c',",
  '    "order" numeric(10,2),',
  "    CONSTRAINT c CHECK ((lower((kind)::text) = ANY (ARRAY['a'::text, 'b'::text])))",
  ');',
  'COPY public._acb_page (id, title) FROM stdin;',
  '\\\\! touch /tmp/x\t; DROP TABLE a;',
  '\\N\t\\\\.',
  '\\.',
  'ALTER TABLE ONLY public._acb_page',
  '    ADD CONSTRAINT _acb_page_pkey PRIMARY KEY (id);',
  'CREATE UNIQUE INDEX _acb_i ON public._acb_page USING btree (lower((title)::text), "order" DESC);',
  'ALTER TABLE ONLY public._acb_page ADD CONSTRAINT f FOREIGN KEY (id) REFERENCES public._acb_page(id) ON DELETE CASCADE;',
  "SELECT pg_catalog.setval('public._acb_s', 12, true);",
  "COMMENT ON TABLE public._acb_page IS 'a\n\\! b';",
  '',
].join('\n');

describe('a script of pg_dump', () => {
  test('is accepted unchanged, without comments and without the commands that protect newer programs', async () => {
    const guarded = `--\n-- A dump\n--\n\n\\restrict aB3\n\n${DUMP}\\unrestrict aB3\n`;
    expect(await passed(guarded)).toBe(DUMP);
    expect(await passed(guarded, {}, 1)).toBe(DUMP);
    expect(await passed(guarded.replaceAll('\n', '\r\n'))).toBe(DUMP.replaceAll('\n', '\r\n'));
  });

  test.each([
    ['a shell command', '\\! touch /tmp/x'],
    ['a command after a statement', 'CREATE TABLE public._acb_a (id uuid); \\! touch /tmp/x'],
    ['a command inside a statement', 'CREATE TABLE public._acb_a (id uuid \\! touch /tmp/x\n);'],
    ['a command after data', 'COPY public._acb_a (id) FROM stdin;\n\\.\n\\! touch /tmp/x'],
    ['a command that reads a file', '\\i /etc/passwd'],
    ['a command with a restriction', '\\restrict a \\! touch /tmp/x'],
    ['a program that reads', "COPY public._acb_a (id) TO PROGRAM 'touch /tmp/x';"],
    ['a program that writes', "COPY public._acb_a FROM PROGRAM 'id';"],
    ['a file of the server', "COPY public._acb_a (id) FROM '/etc/passwd';"],
    ['a query', "COPY (SELECT 1) TO PROGRAM 'id';"],
    ['code', "DO $$ BEGIN EXECUTE 'x'; END $$;"],
    ['a function', "CREATE FUNCTION public._acb_f() RETURNS int LANGUAGE sql AS 'select 1';"],
    ['a trigger', 'CREATE TRIGGER t BEFORE INSERT ON public._acb_a EXECUTE FUNCTION f();'],
    ['a rule', 'CREATE RULE r AS ON INSERT TO public._acb_a DO ALSO DELETE FROM b;'],
    ['an extension', 'CREATE EXTENSION plpython3u;'],
    ['another language', 'CREATE LANGUAGE x;'],
    ['a role', 'ALTER ROLE a SUPERUSER;'],
    ['a system setting', "ALTER SYSTEM SET archive_command = 'x';"],
    ['a query of the server', "SELECT pg_read_file('/etc/passwd');"],
    ['another setting', "SELECT pg_catalog.set_config('search_path', 'evil', false);"],
    ['another string syntax', 'SET standard_conforming_strings = off;'],
    ['another encoding', "SET client_encoding = 'SJIS';"],
    ['another role', 'SET ROLE postgres;'],
    ['another table', 'DROP TABLE public.other;'],
    ['a table of another owner', 'ALTER TABLE ONLY public.other ADD COLUMN a int;'],
    ['a table of another schema', 'COPY pg_catalog._acb_a (id) FROM stdin;\n\\.'],
    ['a table of a query', "CREATE TABLE public._acb_a AS SELECT query_to_xml('x', true, true, '');"],
    [
      'an expression that runs queries',
      "CREATE TABLE public._acb_a (a xml DEFAULT query_to_xml('copy', true, true, ''));",
    ],
    [
      'the same with its schema',
      "CREATE TABLE public._acb_a (a xml DEFAULT pg_catalog.query_to_xml('copy', true, true, ''));",
    ],
    [
      'the same in quotes',
      "CREATE TABLE public._acb_a (a xml DEFAULT \"query_to_xml\" ('copy', true, true, ''));",
    ],
    ['the same in an index', "CREATE INDEX i ON public._acb_a USING btree (lo_import('/etc/passwd'));"],
    ['the same in a constraint', 'ALTER TABLE public._acb_a ADD CONSTRAINT c CHECK (pg_reload_conf());'],
    ['a harmless name of another schema', 'CREATE INDEX i ON public._acb_a USING btree (evil.lower(a));'],
    ['a variable of psql', "COMMENT ON TABLE public._acb_a IS :'x';"],
    ['a comment inside a statement', 'CREATE TABLE public._acb_a (id uuid -- \n);'],
    ['another comment', 'CREATE TABLE public._acb_a /* \\! */ (id uuid);'],
    ['two statements', 'CREATE TABLE public._acb_a (id uuid); SELECT 1;'],
    ['a backquote', 'CREATE TABLE public._acb_a (id `id`);'],
    ['an early end', 'CREATE TABLE public._acb_a ('],
    ['an end in data', 'COPY public._acb_a (id) FROM stdin;\n1'],
  ])('with %s is refused', async (_what, statement) => {
    await expect(passed(`${DUMP}${statement}\n`)).rejects.toThrow(
      'The database dump in the archive was not written by `cms backup`',
    );
  });

  test('can define functions if the account cannot use them to access anything else', async () => {
    const index = 'CREATE INDEX i ON public._acb_a USING btree (public.folded(title));\n';
    expect(await passed(index, { isPrivileged: false })).toBe(index);
    await expect(passed(index)).rejects.toThrow('does not restore a table');
  });

  test('is parsed in linear time, whatever it contains', async () => {
    for (const text of ["'", '"', "E'\\", 'a.', '(', ' ', '\n', '--\n', "''"]) {
      const long = `CREATE TABLE public._acb_a (${text.repeat(200_000)}`;
      await passed(long, {}, 65_536).catch(() => undefined);
    }
  });
});

test('backslashes are accepted only in texts and in data', async () => {
  const piece = fc.constantFrom(
    "'",
    '"',
    'E',
    '\\',
    '\\!',
    '\n',
    ';',
    '$$',
    '--',
    '/*',
    ' ',
    'a',
    '::',
    '\\.',
    ')',
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 12 }), async (pieces) => {
      const script = `COMMENT ON TABLE public._acb_a IS '${pieces.join('')}';\n`;
      const kept = await passed(script).catch(() => '');
      // Only quotes start a text. The script without its texts has no backslash.
      const bare = kept.replace(/\b[eE]'(?:[^'\\]|''|\\[\s\S])*'|'(?:[^']|'')*'|"(?:[^"]|"")*"/g, '');
      expect(bare).not.toContain('\\');
    }),
    { numRuns: 2_000 },
  );
});
