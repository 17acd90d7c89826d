import { defineConfig } from 'vite'

/** `VITE_API_URL` is the address of Strapi. Both addresses are on one host, so that browsers send its cookie. */
export default defineConfig({
  server: { host: '127.0.0.1', port: 5173 },
  preview: { host: '127.0.0.1' },
})
