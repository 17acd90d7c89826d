import type { WriteTransaction } from '@content-api/engine/database'
import type { WritableLayout } from '@content-api/engine/layout'

/** A transaction on a database with Strapi's tables, or on an empty one. */
export type StrapiTransaction = Pick<WriteTransaction<WritableLayout>, 'dialect' | 'layout' | 'query' | 'execute'>
