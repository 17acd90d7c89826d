export const baseURL = process.env.CMS_URL ?? 'http://localhost:1337'
