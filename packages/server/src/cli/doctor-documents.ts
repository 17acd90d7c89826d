import { listed, type Registry } from '@content-api/model'
import { attempting, type OnMistake } from '@content-api/core/errors/extension-error'
import { type DoubledRows, findDoubledRows } from '@content-api/strapi-documents/service/find-doubled-rows'
import { type DocumentProject, readDocumentProject } from '@content-api/strapi-documents/service/read-project'
import { loadSource, type ProjectSource } from '@content-api/strapi-project/code/loading/load-model'
import { typesOf } from '../documents/host-code.js'
import { messagesOf, type Report, running, schemaWarning, section } from './doctor-report.js'

/**
 * Checks the files of a Strapi 5 project and the documents in its database, which stays as it is. A mistake
 * doesn't hide the others.
 */
export async function examineDocuments(project: string): Promise<Report> {
  const mistakes: string[] = []
  const note: OnMistake = (error, place) => void mistakes.push(...messagesOf(project, error, place))
  const attempt = attempting(note)
  const source = await attempt<ProjectSource | null>(() => loadSource(project), null)
  const options = { project, ...(source && { codeTypes: typesOf(source) }) }
  const read = await attempt<DocumentProject | null>(() => readDocumentProject(options), null)
  const doubled = read ? await attempt(() => findDoubledRows(read.settings, read.registry), []) : []
  const parts = [
    section('Runs', [...typesIn(read?.registry), ...running(project)]),
    section('Schemas', (read?.registry.warnings ?? []).map(schemaWarning)),
    section('Documents to repair', doubled.map(describe)),
    section('Must change', [...new Set(mistakes)]),
    mistakes.length > 0 ? `${new Set(mistakes).size} to change before this project starts.` : 'This project starts.',
  ]
  return { text: parts.filter((part) => part !== '').join('\n\n'), stops: mistakes.length > 0 }
}

function typesIn(registry: Registry | undefined): readonly string[] {
  const types = [...(registry?.contentTypes.keys() ?? [])].filter((uid) => uid.startsWith('api::'))
  return types.length > 0 ? [`content types: ${types.join(', ')}`] : []
}

/** Says which rows a document has too many, and what to do. */
function describe({ type, table, documentId, locale, state, ids }: DoubledRows): string {
  const where = locale === null ? '' : ` in the locale ${locale}`
  const rows = `${ids.length} ${type.draftAndPublish ? `${state} ` : ''}rows${where}`
  const last = ids.at(-1) as number
  return `${type.uid}: the document ${documentId} has ${rows}, with the ids ${listed(ids.map(String))}. Responses show any of them. Keep the one with the right content, such as ${last}, and delete the others from the table ${table}.`
}
