import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TwoSides } from './two-sides.js'

export type Kind = 'add' | 'rename' | 'drop'

type Attributes = Readonly<Record<string, unknown>>

/** What happens to a type in three successive rounds. Strapi renames by dropping a column and adding another. */
const steps: readonly { readonly kind: Kind; readonly edit: (attributes: Attributes) => Attributes }[] = [
  { kind: 'add', edit: (attributes) => ({ ...attributes, note: { type: 'string' } }) },
  { kind: 'rename', edit: ({ note, ...others }) => ({ ...others, remark: note }) },
  { kind: 'drop', edit: ({ remark: _, ...others }) => others },
]

/** The types that change. `step`: what happens to the type in the first round, as an index of `steps`. */
export const changingTypes = [
  { name: 'article', path: '/api/articles', step: 0 },
  { name: 'category', path: '/api/categories', step: 1 },
  { name: 'tag', path: '/api/tags', step: 2 },
] as const

/** Brings each type into the state before its first step. Strapi must not run. */
export async function prepareTypes(project: string): Promise<void> {
  for (const { name, step } of changingTypes)
    for (const { edit } of steps.slice(0, step)) await changeType(project, name, edit)
}

/** Changes all types by their next steps. Returns what was done. */
export async function changeTypes(project: string, round: number): Promise<readonly Kind[]> {
  const done: Kind[] = []
  for (const { name, step } of changingTypes) {
    const next = steps[(step + round) % steps.length] as (typeof steps)[number]
    await changeType(project, name, next.edit)
    done.push(next.kind)
  }
  return done
}

const schemaFile = (project: string, name: string) => join(project, `src/api/${name}/content-types/${name}/schema.json`)

const readSchema = async (project: string, name: string) =>
  JSON.parse(await readFile(schemaFile(project, name), 'utf8')) as { readonly attributes: Attributes }

async function changeType(project: string, name: string, edit: (attributes: Attributes) => Attributes): Promise<void> {
  const schema = await readSchema(project, name)
  await writeFile(
    schemaFile(project, name),
    JSON.stringify({ ...schema, attributes: edit(schema.attributes) }, null, 2),
  )
}

/** Writes values into the attributes that were added or renamed. A later change removes them from responses. */
export async function writeValues(
  { project, theirs, version }: Pick<TwoSides, 'project' | 'theirs' | 'version'>,
  value: string,
): Promise<void> {
  // Each write to a published document gives its row another id.
  const order = version === 5 ? 'documentId' : 'id'
  for (const { name, path } of changingTypes) {
    const { attributes } = await readSchema(project.folder, name)
    const { text } = await theirs.get(`${path}?sort=${order}&fields[0]=id&pagination[limit]=3`, 'full')
    const { data } = JSON.parse(text) as { data: readonly { id: number; documentId?: string }[] }
    for (const { id, documentId } of data) {
      const names = ['note', 'remark'].filter((each) => each in attributes)
      const written = Object.fromEntries(names.map((each) => [each, `${value}, ${each}`]))
      const answer = await theirs.send({
        method: 'PUT',
        path: `${path}/${documentId ?? id}`,
        caller: 'full',
        body: { data: written },
      })
      if (answer.status !== 200) throw new Error(`Strapi doesn't write ${path}/${id}: ${answer.text}`)
    }
  }
}
