import { type ContentType, type Registry, closest } from '@content-api/model'

/** Returns the content type with this uid or name. If there is none, returns the most similar name as `near`. */
export function findType(
  name: string,
  { contentTypes }: Registry,
): ContentType | { readonly near: string | undefined } {
  const types = [...contentTypes.values()]
  const namesOf = ({ uid, pluralName, singularName, collectionName }: ContentType) => [
    uid,
    pluralName,
    singularName,
    collectionName,
  ]
  for (const index of [0, 1, 2, 3]) {
    const found = types.find((type) => namesOf(type)[index] === name)
    if (found) return found
  }
  return { near: closest(name, types.flatMap(namesOf)) }
}
