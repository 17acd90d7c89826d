/** Values by the names of attributes or parameters, before they are checked. */
export type Values = Readonly<Record<string, unknown>>
