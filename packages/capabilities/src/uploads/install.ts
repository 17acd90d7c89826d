import type { Capability } from '@content-api/core/composition/capability'
import type { Service } from '@content-api/core/composition/service'
import type { ChangeChecks } from '@content-api/core/entries/change-checks'
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

/** Installs uploaded files: their storage, their endpoints, and their contents below `/uploads`. */
export async function install(service: Service, checks: ChangeChecks): Promise<UploadsCapability> {
  const { database, config, registry, planning, events, logger, telemetry } = service
  const uploads = await openUploads({
    home: service,
    database,
    config: config.upload,
    fieldBytes: config.limits.body,
    ipv6Prefix: config.http.ipv6Prefix,
    context: ({ can }) => ({ registry, can, ...planning }),
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
    actions: uploadRoutes(uploads, { limits: config.limits, strict: config.api.rest.strictParams }),
    load: () => (loadParser(), loadFileTypes()),
  }
}
