import type { App, AppOptions } from '../app.js';
import type { Clock } from '../kernel/ports/clock.js';
import type { OnProgress } from '../scaffold/declared-site.js';
import type { ScaffoldStore } from '../scaffold/scaffold-store.js';
import type { LoadedScaffold, Scaffold } from '../scaffold/scaffold.js';
import type { ServedApplication } from '../adapters/http/server.js';
import type { OpenProject } from './open-project.js';
/** The running service of a project, without a socket. */
export interface Application extends ServedApplication {
    readonly app: App;
    /** Whether the site was never filled: it has neither a layout nor a page. */
    isEmpty(): Promise<boolean>;
    loadScaffold(scaffold: Scaffold, onProgress?: OnProgress): Promise<LoadedScaffold>;
    close(): Promise<void>;
}
export type ApplicationOptions = Pick<AppOptions, 'isMaintenance' | 'workers' | 'command'>;
/** Starts the service of an opened project; its database must be migrated. */
export declare function openApplication({ config, project, log }: OpenProject, options?: ApplicationOptions): Promise<Application>;
/** Opens the store into which scaffolds of a running service go; `localFile()` starts at the folder of the project. */
export declare function openScaffoldStore(app: App, log: OpenProject['log'], { projectRoot, clock }?: ScaffoldPlace): Promise<ScaffoldStore>;
/** The place and the moment at which a scaffold is read or written. */
export interface ScaffoldPlace {
    readonly projectRoot?: string;
    readonly clock?: Clock;
}
