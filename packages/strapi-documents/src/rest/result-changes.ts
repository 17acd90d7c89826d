import { type ContentType, isRecord, isScalar } from '@content-api/model'
import { type JsonText, parseText } from '@content-api/engine/plan'
import type { ResultChanges } from '@content-api/core/entries/hooks/result-changes'
import { isConcealed } from '@content-api/core/query/usable-attributes'

/**
 * Writes what hooks have changed in the result into the response to a write, in both of its forms. As in Strapi,
 * the response is the object that the hooks got; clients get no private attributes and no relations in this way.
 */
export function withDocumentChanges(
  text: JsonText,
  { attributes }: ContentType,
  changes: ResultChanges | null | undefined,
): JsonText {
  if (!changes) return text
  const response = parseText(text)
  const entry = isRecord(response) ? response['data'] : null
  const shown = isRecord(entry) && isRecord(entry['attributes']) ? entry['attributes'] : entry
  for (const [name, value] of isRecord(shown) ? changes : []) {
    const attribute = Object.hasOwn(attributes, name) ? attributes[name] : undefined
    if (attribute && (!isScalar(attribute) || isConcealed(attribute))) continue
    Object.defineProperty(shown, name, { value, enumerable: true, configurable: true, writable: true })
  }
  return JSON.stringify(response)
}
