import type { WritableLayout } from '@content-api/engine/layout'
import type { ActionRoutes } from '@content-api/core/composition/action-routes'
import type { Capability } from '@content-api/core/composition/capability'
import type { Service } from '@content-api/core/composition/service'
import type { ChangeChecks } from '@content-api/core/entries/change-checks'
import type { FileRecords } from './file-records.js'
import { loadFileTypes } from './identify-file.js'
import { loadParser } from './receive-form.js'
import { servedPath } from './local-folder.js'
import { serveRemoteFiles, serveUploads } from './routes/uploaded-files.js'
import { signedUrls } from './signed-urls.js'
import { uploadRoutes } from './routes/upload-routes.js'
import { type Uploads, openUploads } from './uploads.js'

export interface UploadsCapability extends Capability {
  readonly uploads: Uploads
}

interface InstallOptions<Tables extends WritableLayout> {
  /** Checks of the entries that files are attached to. */
  readonly checks: ChangeChecks
  /** Opens the records of files where the service stores them. */
  readonly openRecords: (service: Service<Tables>) => FileRecords
  /** Returns the endpoints; by default those of Strapi 4. */
  readonly routesOfFiles?: (uploads: Uploads) => ActionRoutes
  /** Whether unknown keys are errors. Otherwise they are ignored. */
  readonly strict?: boolean
}

/** Installs uploaded files: their storage, their endpoints, and their contents below `/uploads`. */
export async function install<Tables extends WritableLayout>(
  service: Service<Tables>,
  options: InstallOptions<Tables>,
): Promise<UploadsCapability> {
  const { database, config, registry, planning, events, logger, telemetry } = service
  const { checks, openRecords, strict = config.api.rest.strictParams } = options
  const routesOfFiles = options.routesOfFiles ?? ((of) => uploadRoutes(of, { limits: config.limits, strict }))
  const uploads = await openUploads({
    home: service,
    database,
    records: openRecords(service),
    config: config.upload,
    fieldBytes: config.limits.body,
    ipv6Prefix: config.http.ipv6Prefix,
    context: ({ can }) => ({ registry, can, ...planning, strict }),
    checks,
    events,
    meter: telemetry.meter,
    warn: (message) => logger.warn(message),
  })
  const { directory, remote, strapi } = uploads
  if (strapi?.isPrivate) database.finisher = signedUrls(database, strapi)
  const { maxAge } = config.upload
  return {
    uploads,
    handlers: [
      ...(directory === null ? [] : [serveUploads({ path: servedPath, directory, maxAge })]),
      ...(remote === null ? [] : [serveRemoteFiles({ path: servedPath, files: remote, maxAge })]),
    ],
    actions: routesOfFiles(uploads),
    load: () => (loadParser(), loadFileTypes()),
  }
}
