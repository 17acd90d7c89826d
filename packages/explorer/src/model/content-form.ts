import type { ExplorerModel } from '../protocol.js'
import type { Query } from '../state/query.js'

/** What differs between entries and the documents of Strapi 5. */
export interface ContentForm {
  /** What names an entry in paths and in the address. */
  readonly key: 'id' | 'documentId'
  /** The parameter that shows drafts. */
  readonly drafts: { readonly name: 'publicationState' | 'status'; readonly value: 'preview' | 'draft' }
  /** The locale of lists with all locales. */
  readonly everyLocale: 'all' | '*'
  /** Whether `populate` may select drafts and limit the number of entries. */
  readonly selectsInPopulate: boolean
  /** Whether an entry has drafts beside its published versions, and all its locales. */
  readonly hasVersions: boolean
}

export const contentForms: Readonly<Record<ExplorerModel['form'], ContentForm>> = {
  entries: {
    key: 'id',
    drafts: { name: 'publicationState', value: 'preview' },
    everyLocale: 'all',
    selectsInPopulate: true,
    hasVersions: false,
  },
  documents: {
    key: 'documentId',
    drafts: { name: 'status', value: 'draft' },
    everyLocale: '*',
    selectsInPopulate: false,
    hasVersions: true,
  },
}

/** Returns the parameter that shows drafts. */
export const showDrafts = ({ drafts: { name, value } }: ContentForm): Query => ({ [name]: value })
