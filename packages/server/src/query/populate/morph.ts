import type { ContentType, RelationAttribute } from '@content-api/model'
import { invalidParameter } from '../../errors/invalid-parameter.js'
import { parsePublicationState } from '../publication-state.js'
import type { MorphSelection } from '../read-plan.js'
import { checkOptions, checkStrategies, type LinkScope } from './link-scope.js'
import type { LinkRequest } from './populate-tree.js'
import { selectShared } from './shared-strategy.js'

/** Editors are no content: they are seen as creators only. */
const notContent: ReadonlySet<string> = new Set(['admin::user'])

/** morphToOne and morphToMany: of every type that the caller may find, or of those named by `on`. */
export function selectMorph(
  name: string,
  attribute: RelationAttribute,
  many: boolean,
  request: LinkRequest,
  outer: LinkScope,
): MorphSelection {
  checkOptions(request, ['on', 'fields', 'publicationState'], outer)
  checkStrategies(request, name, outer)
  const publicationState = parsePublicationState(request.options.publicationState, outer.publicationState)
  const scope = { ...outer, publicationState }
  const { registry, can } = scope.context
  const findable = [...registry.contentTypes.values()].filter((type) => !notContent.has(type.uid) && can('find', type))
  const targets = request.on
    ? selectNamed(request.on, findable, scope)
    : selectShared(findable, request, scope).map(({ schema: type, selection }) => ({ type, selection }))
  return { kind: 'morph', key: name, name, attribute, many, targets, publicationState }
}

function selectNamed(
  on: ReadonlyMap<string, LinkRequest>,
  findable: readonly ContentType[],
  scope: LinkScope,
): MorphSelection['targets'] {
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
    return [{ type, selection: scope.select(type, { fields: options.fields, populate }, scope) }]
  })
}
