export const sorts = {
  name: { label: 'Name', sort: 'name:asc' },
  '-name': { label: 'Name, from Z', sort: 'name:desc' },
  '-area': { label: 'Largest first', sort: 'area:desc' },
  area: { label: 'Smallest first', sort: 'area:asc' },
} as const
export type SortName = keyof typeof sorts

export const locales = { en: 'English', fr: 'Français' } as const
export type LocaleCode = keyof typeof locales

/** The filters of the list, as they are in the address. */
export interface CountryFilters {
  readonly search: string
  readonly region: string
  readonly landlocked: boolean
  readonly sort: SortName
  readonly locale: LocaleCode
  readonly page: number
}

const isKeyOf = <Table extends object>(table: Table, key: string): key is keyof Table & string =>
  Object.hasOwn(table, key)

/** Reads the filters. Invalid values are ignored. */
export function readFilters(query: URLSearchParams): CountryFilters {
  const get = (name: string) => query.get(name) ?? ''
  const [sort, locale, page] = [get('sort'), get('locale'), Number(get('page'))]
  return {
    search: get('search'),
    region: get('region'),
    landlocked: get('landlocked') === 'yes',
    sort: isKeyOf(sorts, sort) ? sort : 'name',
    locale: isKeyOf(locales, locale) ? locale : 'en',
    page: Number.isInteger(page) && page > 0 ? page : 1,
  }
}

/** Returns the address of these filters, without default values. */
export function addressOf({ search, region, landlocked, sort, locale, page }: CountryFilters): string {
  const query = new URLSearchParams({
    ...(search && { search }),
    ...(region && { region }),
    ...(landlocked && { landlocked: 'yes' }),
    ...(sort !== 'name' && { sort }),
    ...(locale !== 'en' && { locale }),
    ...(page > 1 && { page: String(page) }),
  })
  return query.size === 0 ? '/' : `/?${query}`
}
