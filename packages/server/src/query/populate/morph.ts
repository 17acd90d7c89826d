import type { ContentType } from '@content-api/model'
import { invalidParameter } from '../../errors/invalid-parameter.js'
import { parsePublicationState } from '../publication-state.js'
import type { Output, OutputMember, OutputObject } from '@content-api/engine/plan/read-plan'
import { checkOptions, checkStrategies, type LinkScope } from './link-scope.js'
import type { LinkRequest } from './populate-tree.js'
import { flat, idMember, textMember } from './response-form.js'
import { selectShared } from './shared-strategy.js'

/** Editors are not content. Responses show them only as creators (`createdBy`, `updatedBy`). */
const notContent: ReadonlySet<string> = new Set(['admin::user'])

/**
 * Builds the output of morphToOne and morphToMany for all types that the caller may find, or only for those
 * of them that are in `on`.
 */
export function selectMorph(name: string, many: boolean, request: LinkRequest, outer: LinkScope): Output {
  checkOptions(request, ['on', 'fields', 'publicationState'], outer)
  checkStrategies(request, name, outer)
  const publicationState = parsePublicationState(request.options.publicationState, outer.publicationState)
  // Links of such a row are flat, like the row itself.
  const scope = { ...outer, publicationState, form: flat }
  const { registry, can } = scope.context
  const findable = [...registry.contentTypes.values()].filter((type) => !notContent.has(type.uid) && can('find', type))
  const targets = request.on
    ? selectNamed(request.on, findable, scope)
    : selectShared(findable, request, scope, head).map(({ schema: type, members }) => ({ type, members }))
  return { kind: 'morph', name, many, targets, publicationState }
}

/** The first members of a row. As in Strapi 4.26, rows are flat. There only rows of morphToMany have a `__type`. */
const head = (type: ContentType): readonly OutputMember[] => [textMember('__type', type.uid), idMember(type)]

function selectNamed(
  on: ReadonlyMap<string, LinkRequest>,
  findable: readonly ContentType[],
  scope: LinkScope,
): { readonly type: ContentType; readonly members: OutputObject }[] {
  const { registry, strict } = scope.context
  return [...on].flatMap(([uid, request]) => {
    const type = findable.find((known) => known.uid === uid)
    if (!type) {
      if (!strict || registry.contentTypes.has(uid)) return []
      throw invalidParameter(
        uid,
        findable.map((known) => known.uid),
      )
    }
    checkOptions(request, ['fields'], scope)
    const { options, populate } = request
    return [{ type, members: scope.select(type, { fields: options.fields, populate, head: head(type) }, scope) }]
  })
}
