export const CMS_URL = process.env['CMS_URL'] ?? 'http://localhost:1337'
