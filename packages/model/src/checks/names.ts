import type { Draft, ModelCheck } from './draft-model.js'
import { allDrafts } from './draft-model.js'
import { warnings } from '../problem.js'
import { quote } from '../wording.js'

/** The first path segments below `/api` that accounts, uploads and locales use. */
const takenSegments: ReadonlySet<string> = new Set(['auth', 'connect', 'i18n', 'upload', 'users', 'users-permissions'])

/** Singular and plural names become paths and GraphQL names, so each name may be used only once. */
export const checkNames: ModelCheck = (model, reportFor) => {
  const claims = new Map<string, { readonly draft: Draft; readonly key: string }>()
  for (const draft of model.contentTypes.values()) {
    const { uid, kind, singularName, pluralName } = draft.schema
    // Types of plugins are served below the plugin's name.
    if (!uid.startsWith('api::')) continue
    const report = reportFor(draft.file)
    const names = { singularName, pluralName }
    for (const [key, name] of Object.entries(names)) {
      const claim = claims.get(name)
      if (claim === undefined) claims.set(name, { draft, key })
      else if (claim.draft !== draft) {
        report(['info', key], `is ${quote(name)}, which is already the ${quote(claim.key)} of ${claim.draft.file}.`)
      }
    }
    const key = kind === 'singleType' ? 'singularName' : 'pluralName'
    if (takenSegments.has(names[key])) {
      const path = `/api/${names[key]}`
      const message = `is ${quote(names[key])}, but the service itself serves ${path}, so REST can't reach this type.`
      warnings(report)(['info', key], message)
    }
  }
}

/** Content types and components share the tables of one database, so each table name may be used only once. */
export const checkCollectionNames: ModelCheck = (model, reportFor) => {
  const claims = new Map<string, string>()
  for (const { file, schema } of allDrafts(model)) {
    const { collectionName } = schema
    const other = claims.get(collectionName)
    if (other === undefined) claims.set(collectionName, file)
    else reportFor(file)(['collectionName'], `is ${quote(collectionName)}, which is already the table of ${other}.`)
  }
}
