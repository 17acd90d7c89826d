import type { ContentType } from '@content-api/model'

export type Action = 'find' | 'findOne' | 'create' | 'update' | 'delete' | 'createLocalization'

/**
 * Returns whether the caller may perform an action on entries of a type. Plans check it for all data that
 * they read.
 */
export type Can = (action: Action, type: ContentType) => boolean

/** Allows every action. Used for code of the project, for administration, and for users who read their own account. */
export const allowEverything: Can = () => true
