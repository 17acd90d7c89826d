import type { Capability } from '../composition/capability.js'
import type { Service } from '../composition/service.js'
import { loadFileTypes } from './identify-file.js'
import { loadParser } from './receive-form.js'
import { servedPath } from './local-folder.js'
import { serveRemoteFiles, serveUploads } from './routes/uploaded-files.js'
import { uploadRoutes } from './routes/upload-routes.js'
import { type Uploads, openUploads } from './uploads.js'
import { unrestricted } from '../entries/caller.js'
import type { ContentEvents, EventName } from '../entries/events.js'
import { afterCommitOf, type Database } from '@content-api/engine/database'
import { type JsonText, parseText } from '@content-api/engine/plan'

export interface UploadsCapability extends Capability {
  readonly uploads: Uploads
}

/** Installs uploaded files: their storage, their endpoints, and their contents below `/uploads`. */
export async function install(service: Service): Promise<UploadsCapability> {
  const { database, config, registry, planning, events, logger, telemetry } = service
  const stored = await openUploads({
    database,
    config: config.upload,
    fieldBytes: config.limits.body,
    ipv6Prefix: config.http.ipv6Prefix,
    context: ({ can }) => ({ registry, can, ...planning }),
    meter: telemetry.meter,
    warn: (message) => logger.warn(message),
  })
  const uploads = announcedUploads(stored, events, database)
  const { directory, remote } = uploads
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

type MediaEventName = Extract<EventName, `media.${string}`>

const request = { query: {}, caller: unrestricted }

/** Announces `media.create`, `media.update` and `media.delete`, each with one file. */
export function announcedUploads(uploads: Uploads, events: ContentEvents, database: Database): Uploads {
  const announce = (name: MediaEventName, text: JsonText) => {
    if (!events.isHeard(name)) return
    const found: unknown = parseText(text)
    for (const media of Array.isArray(found) ? (found as unknown[]) : [found]) {
      afterCommitOf(database, () => events.emit(name, { media }))
    }
  }
  return {
    ...uploads,
    async create(...values) {
      const text = await uploads.create(...values)
      announce('media.create', text)
      return text
    },
    async change(...values) {
      const text = await uploads.change(...values)
      announce('media.update', text)
      return text
    },
    async remove(...values) {
      const text = await uploads.remove(...values)
      announce('media.delete', text)
      return text
    },
    async keep(...values) {
      const kept = await uploads.keep(...values)
      if (!events.isHeard('media.create')) return kept
      for (const id of kept.ids) announce('media.create', await uploads.findOne(request, id))
      return kept
    },
  }
}
