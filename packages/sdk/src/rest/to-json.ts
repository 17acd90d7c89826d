import { refuse } from '../errors/query-error.js'

type Item = { readonly id?: number } | null
type Change = { readonly connect?: readonly Item[]; readonly set?: readonly Item[] } | null | undefined

/**
 * The JSON of a body. Refuses one that connects or sets an entry twice, in whatever component: an error by specification
 * §4.4 rule 4, which servers take variously. Refuses NaN and dates that are none, too.
 */
export function toJSON(body: object): string {
  return JSON.stringify(body, function (this: Record<string, unknown>, name, value: Change) {
    // A number or a date that is none would be sent as null, and wipe what is there.
    if (value === null ? this[name] : value !== value) refuse(name, `is ${value as null}`)
    const ids = (value?.connect ?? value?.set)?.map?.((item) => `${item?.id ?? JSON.stringify(item)}`)
    if (new Set(ids).size < (ids?.length as number)) refuse(name, 'has one twice')
    return value
  })
}
