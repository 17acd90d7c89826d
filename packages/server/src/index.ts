export { ConfigError, type ConfigMistake } from './config/config-error.js'
export type { Config, ConfigInput } from './config/schema.js'
export { defineConfig } from './config/schema.js'
export type { StoredContent, UploadProvider } from './config/upload.js'
export type { Failure, Log } from './composition/failure.js'
export type { Listening } from './transport/listen.js'
export type { MetricsText } from './transport/metrics-endpoint.js'
export { exportToStrapi, importStrapi } from './migration.js'
export type { ContentApi, ContentApiOptions, ServiceMetrics } from './content-api.js'
export { createContentApi } from './service.js'
export type {
  AccessLine,
  ContentStore,
  EntryLine,
  ExportOptions,
  HashedPassword,
  Imported,
  ImportedType,
  ImportOptions,
  ImportSummary,
  LeftOut,
  Line,
  Lines,
  LinkTarget,
  MorphTarget,
  PermissionsLine,
  TokenLine,
} from '@content-api/migrate/entries'
export { StrapiSourceError } from '@content-api/migrate/errors'
export type {
  ExportedToStrapi,
  LostContent,
  StrapiImport,
  StrapiImportOptions,
  ToStrapiOptions,
} from '@content-api/migrate/strapi'
export type { Administration, NewUser, RoleSummary, UserSummary } from './accounts/administration.js'
export type { NewApiToken } from './accounts/api-tokens.js'
export type { ApiToken, ApiTokenType } from '@content-api/engine/accounts'
export type { Mail, MailProvider } from './config/mail-provider.js'
export { ApiError, ImportError, type ImportMistake, type ImportPlace } from '@content-api/engine/errors'
export type { SnapshotInfo } from './snapshots/snapshot-folder.js'
export type { Snapshots } from './snapshots/snapshots.js'
export type { EntityService } from './strapi/code/entity-service/entity-service.js'
export { ExtensionError } from './errors/extension-error.js'
export type { ExtensionOptions } from './strapi/code/register-project.js'
export type { FlatEntry, HookEvent, HookName } from './entries/hooks/hook.js'
export { surviveProjectCode } from './strapi/code/loading/code-location.js'
export type {
  ExtensionContext,
  ExtensionHost,
  ExtensionInput,
  ExtensionParts,
  ExtensionService,
  MiddlewareFactory,
  Policy,
  PolicyContext,
  ProjectHook,
  ProjectHooks,
  Register,
  ResolverMiddleware,
  RouteConfig,
  RouteContext,
  RouteHandler,
  RouteInput,
  RouteMiddleware,
  RoutePolicy,
  RoutePolicyContext,
  Subscriber,
} from './strapi/code/project-types.js'
