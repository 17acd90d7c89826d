export { ConfigError, type ConfigMistake } from '@content-api/core/config/config-error'
export type { Config, ConfigInput } from '@content-api/core/config/schema'
export { defineConfig } from '@content-api/core/config/schema'
export type { StoredContent, UploadProvider } from '@content-api/core/config/upload'
export type { Failure, Log } from '@content-api/core/composition/failure'
export type { Listening } from '@content-api/core/transport/listen'
export type { MetricsText } from '@content-api/core/transport/metrics-endpoint'
export { exportToStrapi, importStrapi } from './migration.js'
export type { ContentApi, ContentApiOptions } from './content-api.js'
export type { ServedApi, ServiceMetrics } from './served-api.js'
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
export type {
  Administration,
  NewUser,
  RoleSummary,
  UserSummary,
} from '@content-api/capabilities/accounts/administration'
export type { NewApiToken } from '@content-api/capabilities/accounts/api-tokens'
export type { ApiToken, ApiTokenType } from '@content-api/engine/accounts'
export type { Mail, MailProvider } from '@content-api/core/config/mail-provider'
export { ApiError, ImportError, type ImportMistake, type ImportPlace } from '@content-api/engine/errors'
export type { SnapshotInfo } from './snapshots/snapshot-folder.js'
export type { Snapshots } from './snapshots/snapshots.js'
export type { EntityService } from '@content-api/strapi-project/code/entity-service/entity-service'
export { ExtensionError } from '@content-api/core/errors/extension-error'
export type { ExtensionOptions } from '@content-api/strapi-project/code/register-project'
export type { FlatEntry, HookEvent, HookName } from '@content-api/core/entries/hooks/hook'
export { surviveProjectCode } from '@content-api/strapi-project/code/loading/code-location'
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
} from '@content-api/strapi-project/code/project-types'
