/** Codes of violations that several rules report (components.md section 6). Other rules have their own. */
export const VIOLATION_CODES = {
  type: 'ba785a8c-82cb-4283-967c-3cf342181b40',
  notBlank: 'c1051bb4-d103-4f74-8988-acbcafc7fdc3',
  notNull: 'ad32d13f-c3d4-423b-909a-857b961eb720',
  choice: '8e179f1b-97aa-4560-a02f-2a8b42e49df7',
  unique: '23bd9dbf-6b9b-41cd-a99e-4844bcf3077f',
  tooLong: 'd94b19cc-114f-4f44-9cc4-4138e80a87b9',
  range: '04b91c99-a946-4221-afc5-e65ebac401eb',
  number: 'ad9a9798-7a99-4df7-8ce9-46e416a1e60b',
  dateTime: '1a9da513-2640-4f84-9b6a-4d99dcddc628',
  date: '69819696-02ac-4a99-9ff0-14e127c4d1bc',
  noSuchDate: '3c184ce5-b31d-4de7-8b76-326da7b2be93',
  time: '9d27b2bb-f755-4fbf-b725-39b1edbdebdf',
  noSuchTime: '8532f9e1-84b2-4d67-8989-0818bc38533b',
  uuid: '51120b12-a2bc-41bf-aa53-cd73daf330d0',
} as const;
