export const builtPages: Readonly<Record<string, string>>
export const siteAddress: string
