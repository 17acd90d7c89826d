export const slugOf = (title: string): string => title.toLowerCase().replace(/[^a-z0-9]+/g, '-')
