export { ConfigError, type ConfigMistake } from './config/config-error.js'
export type { Config, ConfigInput } from './config/schema.js'
export { defineConfig } from './config/schema.js'
export type { StoredContent, UploadProvider } from './config/upload-provider.js'
export type { Failure, Log } from './http/error-response.js'
export type { Listening } from './http/listen.js'
export type { MetricsText } from './http/metrics-endpoint.js'
export { type ContentApi, type ContentApiOptions, createContentApi, type ServiceMetrics } from './server.js'
export type { EntryLine, HashedPassword, LinkTarget, MorphTarget } from './entries/transfer/entry-line.js'
export type { ExportOptions } from './entries/transfer/export-entries.js'
export type { AccessLine, PermissionsLine, TokenLine } from './entries/transfer/access-line.js'
export type { Imported, ImportOptions, Line, Lines } from './entries/transfer/import-entries.js'
export type { ImportedType, ImportSummary, LeftOut } from './entries/transfer/import-summary.js'
export type { StrapiImportOptions } from './strapi-content/import-options.js'
export type { StrapiImport } from './strapi-content/import-strapi-content.js'
export { StrapiSourceError } from './strapi-content/source.js'
export type { Administration, NewUser, RoleSummary, UserSummary } from './auth/administration.js'
export type { NewApiToken } from './auth/api-tokens.js'
export type { ApiToken, ApiTokenType } from '@content-api/engine/accounts'
export type { Mail, MailProvider } from './mail/mail-provider.js'
export { ApiError, ImportError, type ImportMistake, type ImportPlace } from '@content-api/engine/errors'
export type { SnapshotInfo } from './snapshots/snapshot-folder.js'
export type { Snapshots } from './snapshots/snapshots.js'
export type { EntityService } from './strapi/code/entity-service/entity-service.js'
export { ExtensionError } from './errors/extension-error.js'
export type { ExtensionOptions } from './strapi/code/extension-options.js'
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
