import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Path of the program that `.ci/run` installs, or undefined without Python. */
export const SCHEMATHESIS = process.env.TEST_SCHEMATHESIS;

export interface FuzzedApi {
  /** URL of the OpenAPI document. */
  readonly document: string;
  readonly origin: string;
  readonly token: string;
  /** Keys of existing records, by the path that has them as its parameter. */
  readonly keys: Readonly<Record<string, { readonly parameter: string; readonly values: readonly string[] }>>;
  /** Members of bodies that reference records, and records that they may reference. */
  readonly iris: Readonly<Record<string, readonly string[]>>;
  readonly examplesOfEach: number;
  /** Filter of the tested operations. Default: all. */
  readonly only?: string;
  readonly except?: string;
}

export interface FuzzResult {
  readonly isFine: boolean;
  /** Complete output. */
  readonly report: string;
}

const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
];

/**
 * Sends valid and invalid requests to the operations of an API document, and checks each response against the
 * document.
 */
export async function fuzz(api: FuzzedApi): Promise<FuzzResult> {
  const folder = await mkdtemp(join(tmpdir(), 'cms-schemathesis-'));
  const config = join(folder, 'schemathesis.toml');
  await writeFile(config, configOf(api));
  try {
    return await run(['--config-file', config, 'run', ...argumentsOf(api)], folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function argumentsOf({ document, origin, examplesOfEach, only, except }: FuzzedApi): readonly string[] {
  return [
    ...[document, '--url', origin, '--checks', CHECKS.join(',')],
    ...['--phases', 'examples,fuzzing', '--max-examples', String(examplesOfEach), '--seed', '1'],
    ...['--continue-on-failure', '--generation-database', 'none', '--no-color', '--warnings', 'off'],
    ...(only === undefined ? [] : ['--include-path', only]),
    ...(except === undefined ? [] : ['--exclude-path', except]),
  ];
}

/** Most records in generated requests exist. Otherwise, a fuzzer would only receive 404 responses. */
function configOf({ token, keys, iris }: FuzzedApi): string {
  const paths = Object.entries(keys).map(([path, { parameter, values }], index) => ({
    ...{ path, parameter, values },
    dictionary: `keys${index}`,
  }));
  const members = Object.entries(iris).map(([member, values], index) => ({
    ...{ member, values },
    dictionary: `iris${index}`,
  }));
  const bind = (name: string, dictionary: string, probability: number): string =>
    `${JSON.stringify(name)} = { dictionary = ${JSON.stringify(dictionary)}, probability = ${probability} }`;
  return [
    `headers = { Authorization = ${JSON.stringify(`Bearer ${token}`)} }`,
    '[dictionaries]',
    ...[...paths, ...members].map(
      ({ dictionary, values }) => `${dictionary} = { values = ${JSON.stringify(values)} }`,
    ),
    '[parameters]',
    ...members.map(({ member, dictionary }) => bind(`body.${member}`, dictionary, 0.6)),
    ...paths.flatMap(({ path, parameter, dictionary }) => [
      '[[operations]]',
      `include-path = ${JSON.stringify(path)}`,
      `parameters = { ${bind(`path.${parameter}`, dictionary, 0.8)} }`,
    ]),
  ].join('\n');
}

function run(args: readonly string[], cwd: string): Promise<FuzzResult> {
  if (SCHEMATHESIS === undefined) throw new Error('TEST_SCHEMATHESIS names no program');
  const program = SCHEMATHESIS;
  return new Promise((resolve) => {
    execFile(program, args, { cwd, maxBuffer: 2 ** 28 }, (error, stdout, stderr) => {
      resolve({ isFine: error === null, report: stdout + stderr });
    });
  });
}
