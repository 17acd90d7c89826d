import { type ContentType, type Registry, closest } from '@content-api/model'

/** A content type by its uid or one of its names; undefined with the closest name where there is none. */
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
