import type { ContentType } from '@content-api/model'

export type Action = 'find' | 'findOne' | 'create' | 'update' | 'delete' | 'createLocalization'

/** Returns whether the caller may do this. Code that makes plans calls it, so a plan never reads what the caller may not. */
export type Can = (action: Action, type: ContentType) => boolean

/** The permissions of the project's own code, which may read what no client may. */
export const allowEverything: Can = () => true
