import type { ContentType } from '@content-api/model'

export type Action = 'find' | 'findOne' | 'create' | 'update' | 'delete' | 'createLocalization'

/** Whether the caller may do this; given to whoever makes a plan, so that no plan exists for what the caller may not see. */
export type Can = (action: Action, type: ContentType) => boolean

/** The code of the project, which may see what no client sees. */
export const allowEverything: Can = () => true
