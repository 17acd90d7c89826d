import { unrestricted } from '../entries/caller.js'
import type { ContentEvents, EventName } from '../entries/events.js'
import { afterCommitOf, type Database } from '@content-api/engine/database'
import { type JsonText, parseText } from '@content-api/engine/plan'
import type { Uploads } from './uploads.js'

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
