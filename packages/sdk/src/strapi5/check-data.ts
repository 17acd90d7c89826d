import { QueryError } from '../errors/query-error.js'

const IN_THE_QUERY = 'is ignored by Strapi 5 in data: pass it in the query'
const SET_BY_THE_SERVER = 'is set by Strapi 5: leave it out'

/** The members of a document that Strapi 5 rejects or ignores in data, and what to do instead. */
const notData: Readonly<Record<string, string>> = {
  locale: IN_THE_QUERY,
  publishedAt: "is ignored by Strapi 5 in data: pass status: 'draft' or 'published' in the query",
  id: SET_BY_THE_SERVER,
  documentId: SET_BY_THE_SERVER,
  createdAt: SET_BY_THE_SERVER,
  updatedAt: SET_BY_THE_SERVER,
  createdBy: SET_BY_THE_SERVER,
  updatedBy: SET_BY_THE_SERVER,
  localizations: SET_BY_THE_SERVER,
}

/** Throws a {@link QueryError} for data with a member of the list, such as an entry as it was read. */
export function checkData(data: object): void {
  for (const [name, value] of Object.entries(data)) {
    if (value !== undefined && Object.hasOwn(notData, name)) throw new QueryError(`data.${name}`, notData[name] ?? '')
  }
}
