import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vite'

const address = {
  host: process.env['HOST'] ?? 'localhost',
  port: Number(process.env['PORT'] ?? 5173),
  strictPort: true,
}

export default defineConfig({
  plugins: [vue()],
  define: { 'import.meta.env.CMS_URL': JSON.stringify(process.env['CMS_URL'] ?? 'http://localhost:1337') },
  server: address,
  preview: address,
})
