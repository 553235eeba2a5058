/** Public API of the package for generated code, scaffolds, configuration files and applications. */
export { DataTypes } from 'sequelize';
export type { ModelAttributes } from 'sequelize';
export type { App, AppOptions } from './compose/app-types.js';
export { createApp } from './create-app.js';
export { defineConfig } from './config/define-config.js';
export type { ConfigFile } from './config/define-config.js';
export type { AppConfig, ProjectExtensions as Extensions } from './config/app-config.js';
export type { Change, ChangeSet } from './kernel/contract/records/change-set.js';
export { NOTHING_REQUESTED } from './kernel/contract/http/requested.js';
export type { Requested, RequestedParameters } from './kernel/contract/http/requested.js';
export type { Actor, AuthenticatedUser, RequestContext } from './kernel/contract/context.js';
export type {
  CommandIo,
  DeclaredCommand,
  DeclaredFlag,
  FlagType,
  FlagValue,
  LoadedFlags,
  Prompt,
} from './kernel/contract/features/command.js';
export type { DeclaredFeature, DocumentedError } from './kernel/contract/features/declared-feature.js';
export type { SchemaChecks, SchemaFiles, SchemaFolder } from './kernel/contract/features/schema-folder.js';
export type {
  ImageFilterChoice,
  PathRequest,
  Resolver,
  RouteGenerator,
  UrlGenerator,
} from './kernel/contract/features/extensions.js';
export type {
  FormResult,
  FormSuccessEvent,
  FormSuccessHandler,
  FormSuccessTools,
} from './extension-points/forms/form-success.js';
export * from './features.js';
export type { FormAdditions, FormDefinition, FormType } from './extension-points/forms/form-definition.js';
export type {
  Database,
  Dialect,
  SqlSession,
  TransactionSession,
} from './kernel/contract/database/database.js';
export type { ConsistencyCheck, DerivedData } from './kernel/contract/records/derived.js';
export type { ApiRequest, ApiResponse, Endpoint } from './kernel/contract/http/http.js';
export type { JsonObject, JsonValue } from './kernel/contract/json.js';
export type { Manifest, UserExtension } from './kernel/contract/schema/manifest.js';
export type { Migration, MigrationStatement } from './kernel/contract/database/migration.js';
export type {
  ItemSelector,
  ItemVoter,
  OperationResource,
  QueryExtension,
  ReadScope,
  RefusalHeaders,
  Representation,
  RepresentationExtension,
  SqlCondition,
} from './kernel/contract/records/operations.js';
export type {
  BodyResult,
  DraftCopy,
  PendingWrite,
  StagedWrite,
  StateCheck,
  StoredWrite,
  UpcomingWrite,
  UpdateTarget,
  WriteRule,
  WriteScope,
  WriteStage,
} from './kernel/contract/records/writes.js';
export type {
  ChannelMetrics,
  DeadLetter,
  DeliveryOutcome,
  Outbox,
  OutboxChannel,
  OutboxMessage,
  PendingMessage,
} from './kernel/contract/features/outbox.js';
export type { Reference, StoredRecord } from './kernel/contract/records/record.js';
export type { ColumnType, FieldDescriptor, ResourceDescriptor } from './kernel/contract/schema/resource.js';
export type {
  ColumnDefinition,
  ForeignKeyDefinition,
  IndexDefinition,
  TableDefinition,
} from './kernel/contract/database/table.js';
export type {
  CallbackConstraint,
  Subject,
  ValidationContext,
  Validate,
  Violation,
  ViolationList,
} from './kernel/contract/records/validation.js';
export { members } from './kernel/endpoints/body-members.js';
export type { Member, Members, ValuesOf } from './kernel/endpoints/body-members.js';
export { defineEndpoint } from './kernel/endpoints/define-endpoint.js';
export type { DeclaredEndpoint, EndpointInput } from './kernel/endpoints/define-endpoint.js';
export { freeBody, jsonBody } from './kernel/endpoints/json-body.js';
export type { DeclaredBody, JsonBodyOptions } from './kernel/endpoints/json-body.js';
export { AppError } from './kernel/errors/app-error.js';
export { defineErrors } from './kernel/errors/define-errors.js';
export type { Expression } from './kernel/expression/expression.js';
export { parseExpression } from './kernel/expression/parse-expression.js';
export type {
  ComponentBuilder,
  GroupBuilder,
  GroupOptions,
  LayoutBuilder,
  PageBuilder,
  PageDataBuilder,
  RedirectOptions,
  RouteReference,
  UiValues,
} from './scaffold/builders.js';
export { resource } from './scaffold/scaffold-resource.js';
export type { ScaffoldResource } from './scaffold/scaffold-resource.js';
export { localFile } from './scaffold/local-file.js';
export { createHtmlPlaceholder } from './scaffold/html-placeholder.js';
export { defineScaffold } from './scaffold/scaffold.js';
export type { Site } from './scaffold/site-builder.js';
export type { DeclaredUser } from './scaffold/user-declarations.js';
export type { UserFactoryOptions } from './scaffold/user-factory.js';
export { ACCOUNT_PARTS, type AccountParts } from './features/accounts/public-api.js';
export { defineFeatureApi, provide } from './kernel/contract/features/feature-api.js';
export type { FeatureApi, FeatureApis, ProvidedApi } from './kernel/contract/features/feature-api.js';
export { defineFeature } from './kernel/feature.js';
export type {
  CommandService,
  Feature,
  FeatureCommand,
  FeatureReads,
  FeatureWrites,
  Service,
} from './kernel/feature.js';
export type { CreateFeature } from './kernel/feature-module.js';
export type { Kernel } from './kernel/kernel.js';
export type { Command, UnitHooks } from './kernel/contract/records/unit-of-work.js';
export {
  createMigrator,
  DestructiveRunError,
  MigrationBranchesError,
  MigrationChangedError,
  MigrationFailedError,
  MigrationMissingError,
  MigrationBlockerError,
  MigrationParentError,
  openMigrationConnection,
  TablePrefixError,
} from './adapters/persistence/migrations/index.js';
export type { MigrationStatus, Migrator } from './adapters/persistence/migrations/index.js';
export { parsedBody } from './kernel/writes/body-result.js';
export * from './kernel/validation/constraints/index.js';
