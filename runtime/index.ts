/** The public surface of the package: what generated code, scaffolds, configuration files and applications import. */
export { DataTypes } from 'sequelize';
export type { ModelAttributes } from 'sequelize';
export type { App, AppOptions } from './app.js';
export { createApp } from './create-app.js';
export { defineConfig } from './config/define-config.js';
export type { ConfigFile } from './config/define-config.js';
export type { AppConfig } from './config/app-config.js';
export type { Change, ChangeSet } from './contract/change-set.js';
export { NOTHING_ASKED } from './contract/asked.js';
export type { Asked, AskedParameters } from './contract/asked.js';
export type { Actor, AuthenticatedUser, RequestContext } from './contract/context.js';
export type {
  Extensions,
  ImageFilterChoice,
  PathRequest,
  Resolver,
  RouteGenerator,
  UrlGenerator,
} from './contract/extensions.js';
export type { Database, Dialect, SqlSession, TransactionSession } from './contract/database.js';
export type { ApiRequest, ApiResponse, Endpoint } from './contract/http.js';
export type { JsonObject, JsonValue } from './contract/json.js';
export type { Manifest, UserExtension } from './contract/manifest.js';
export type { Migration, MigrationStatement } from './contract/migration.js';
export type {
  ItemSelector,
  ItemVoter,
  PendingWrite,
  QueryExtension,
  ReadScope,
  Representation,
  RepresentationExtension,
  SqlCondition,
  StoredWrite,
  UpdateTarget,
  WriteRule,
  WriteScope,
} from './contract/operations.js';
export type { Reference, StoredRecord } from './contract/record.js';
export type { FieldDescriptor, ResourceDescriptor } from './contract/resource.js';
export type {
  CallbackConstraint,
  ValidationContext,
  Validate,
  Violation,
  ViolationList,
} from './contract/validation.js';
export { AppError } from './errors/app-error.js';
export type { Expression } from './expression/expression.js';
export { parseExpression } from './expression/parse-expression.js';
export type {
  ComponentBuilder,
  GroupBuilder,
  GroupOptions,
  LayoutBuilder,
  PageBuilder,
  PageDataBuilder,
  RouteReference,
} from './fixtures/builders.js';
export { resource } from './fixtures/fixture-resource.js';
export type { FixtureResource } from './fixtures/fixture-resource.js';
export { localFile } from './fixtures/local-file.js';
export { createHtmlPlaceholder } from './fixtures/html-placeholder.js';
export { defineScaffold } from './fixtures/scaffold.js';
export type { Site } from './fixtures/site-builder.js';
export type { UserFactoryOptions } from './fixtures/user-factory.js';
export {
  createMigrator,
  DestructiveRunError,
  MigrationBranchesError,
  MigrationChangedError,
  MigrationFailedError,
  MigrationMissingError,
  MigrationObstacleError,
  MigrationParentError,
  openMigrationConnection,
  TablePrefixError,
} from './persistence/migrations/index.js';
export type { MigrationStatus, Migrator } from './persistence/migrations/index.js';
export * from './validation/constraints/index.js';
