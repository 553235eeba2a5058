import { DockerfileParser, type Instruction, type JSONInstruction } from 'dockerfile-ast';
import { spawnSync } from 'node:child_process';
import { chownSync, cpSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Result of the instructions of a stage. */
export interface PlayedStage {
  /** Folder that represents `/`. */
  readonly root: string;
  workdir: string;
  env: Record<string, string>;
  user: string;
  entrypoint: readonly string[];
  command: readonly string[];
  healthcheck: readonly string[];
}

export interface PlayOptions {
  /** Folder of the project, without the files in `.dockerignore`. */
  readonly context: string;
  /** Empty folder for the stages. */
  readonly into: string;
  /** Replaces `npm ci`, which needs a registry: copies packages into a folder. */
  install(folder: string, arguments_: readonly string[]): Promise<void>;
  /** Account in `USER` and `-o`. */
  readonly uid: number;
}

/** A stage that is being built, and all previous ones. */
interface Play extends PlayOptions {
  readonly stage: PlayedStage;
  readonly stages: ReadonlyMap<string, PlayedStage>;
}

/**
 * Runs the steps of Docker in folders instead of layers, and returns the last stage.
 * @throws Error for unsupported instructions.
 */
export async function playDockerfile(text: string, options: PlayOptions): Promise<PlayedStage> {
  const stages = new Map<string, PlayedStage>();
  let stage: PlayedStage | undefined;
  for (const instruction of DockerfileParser.parse(text).getInstructions())
    if (instruction.getKeyword() === 'FROM') {
      const name = / AS (\S+)$/i.exec(instruction.getRawArgumentsContent() ?? '')?.[1] ?? 'last';
      stage = aStage(join(options.into, name));
      stages.set(name, stage);
    } else if (stage !== undefined) await play(instruction, { ...options, stage, stages });
  if (stage === undefined) throw new Error('no stage');
  return stage;
}

function aStage(root: string): PlayedStage {
  for (const folder of ['', 'tmp']) mkdirSync(join(root, folder));
  return { root, workdir: '/', env: {}, user: 'root', entrypoint: [], command: [], healthcheck: [] };
}

async function play(instruction: Instruction, playing: Play): Promise<void> {
  const { stage } = playing;
  const words = instruction.getArguments().map((argument) => argument.getValue());
  const list = (): readonly string[] =>
    (instruction as JSONInstruction).getJSONStrings().map((one) => JSON.parse(one.getValue()) as string);
  switch (instruction.getKeyword()) {
    case 'WORKDIR':
      stage.workdir = words[0] ?? '/';
      mkdirSync(join(stage.root, stage.workdir), { recursive: true });
      return;
    case 'ENV':
      for (const word of words) stage.env[word.split('=')[0] ?? ''] = word.replace(/^[^=]*=/, '');
      return;
    case 'COPY':
      return copy(instruction.getTextContent(), words, playing);
    case 'RUN':
      return run(words, playing);
    case 'USER':
      stage.user = words[0] ?? '';
      return;
    case 'ENTRYPOINT':
      stage.entrypoint = list();
      return;
    case 'CMD':
      stage.command = list();
      return;
    case 'HEALTHCHECK':
      stage.healthcheck = JSON.parse(/CMD\s+(\[.*\])\s*$/s.exec(instruction.getTextContent())?.[1] ?? '');
      return;
    case 'VOLUME':
    case 'EXPOSE':
    case 'STOPSIGNAL':
      return;
    default:
      throw new Error(`What does ${instruction.getTextContent()} do?`);
  }
}

function copy(text: string, words: readonly string[], { context, stage, stages }: Play): void {
  const from = /--from=(\S+)/.exec(text)?.[1];
  const source = from === undefined ? context : stages.get(from)?.root;
  if (source === undefined) throw new Error(`there is no stage ${from}`);
  const paths = words.filter((word) => !word.startsWith('--'));
  const target = paths.at(-1) ?? '';
  for (const path of paths.slice(0, -1)) {
    // The contents of a folder are copied. A file is copied into the folder.
    const into = join(stage.root, stage.workdir, target, /\.json$/.test(path) ? path : '');
    cpSync(join(source, path), into, { recursive: true, verbatimSymlinks: true });
  }
}

async function run(words: readonly string[], { stage, install, uid }: Play): Promise<void> {
  const cwd = join(stage.root, stage.workdir);
  const line = words.join(' ');
  if (line.startsWith('npm ci')) return install(cwd, words.slice(2));
  const folder = /^install -d -o node -g node (\/\S+)$/.exec(line)?.[1];
  if (folder !== undefined) {
    mkdirSync(join(stage.root, folder));
    chownSync(join(stage.root, folder), uid, uid);
    return;
  }
  if (!/^(?:npx cms |rm -rf node_modules$)/.test(line)) throw new Error(`What does RUN ${line} do?`);
  const { status, stdout, stderr } = spawnSync(line, { cwd, shell: true, encoding: 'utf8' });
  if (status !== 0) throw new Error(`RUN ${line}: ${stdout}${stderr}`);
}

/** Names in a folder, without those in lines of `.dockerignore`. */
export function contextOf(folder: string, ignore: string): readonly string[] {
  const lines = ignore.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return readdirSync(folder).filter((name) => !lines.includes(name));
}
