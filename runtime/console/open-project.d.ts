import type { AppConfig } from '../config/app-config.js';
import type { LoadConfigOptions } from '../config/load-config.js';
import type { ConfigUse } from '../kernel/settings/place.js';
import type { Migrator } from '../adapters/persistence/migrations/migrator.js';
import type { Logger } from '../kernel/ports/logger.js';
import { type Project } from '../project/load-project.js';
import type { Verbosity } from './global-flags.js';
export interface OpenProjectOptions {
    readonly root: string;
    /** Environment variables that flags of the command stand for. */
    readonly overrides?: Readonly<Record<string, string>>;
    readonly logFormat?: 'lines' | 'json';
    readonly verbosity?: Verbosity;
    /** The purpose of the configuration; the whole service unless said otherwise. */
    readonly use?: ConfigUse;
    /** The number of a process that serves as one of several; its lines name it. */
    readonly worker?: number | undefined;
}
export interface ProjectSettings {
    readonly config: AppConfig;
    readonly log: Logger;
}
export interface OpenProject extends ProjectSettings {
    readonly project: Project;
}
/** Where the configuration of a project is read from. */
export declare function configSource({ root, overrides, verbosity, use, }: OpenProjectOptions): Promise<LoadConfigOptions>;
/** Reads configuration and environment of a project. @throws ConfigError with everything that is wrong. */
export declare function openSettings(options: OpenProjectOptions): Promise<ProjectSettings>;
/** Reads configuration and generated code of a project. @throws ConfigError, ProjectError */
export declare function openProject(options: OpenProjectOptions): Promise<OpenProject>;
/** The migrator of a project's database. */
export declare function openMigrator({ config, project, log }: OpenProject): Promise<Migrator>;
