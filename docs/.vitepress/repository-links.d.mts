export const builtPages: Readonly<Record<string, string>>
