import type { SurveyCopyTexts } from './text.ts'

export const surveyCopySv: SurveyCopyTexts = {
  'surveyCopy.answers': 'Med svar',
  'surveyCopy.answersWhy':
    'Varje svar med plats, vikt och det som rättats eller uteslutits, utan kontaktuppgifter och svar som berättar vem någon är.',
  'surveyCopy.as': 'Namn i adresser (valfritt: som i exporten)',
  'surveyCopy.began': '{survey} exporteras',
  'surveyCopy.contacts': 'Med svar och kontakter',
  'surveyCopy.contactsWhy': 'Personuppgifter: även kontaktuppgifter, anteckningar, importer och rättelser följer med.',
  'surveyCopy.definition': 'Bara definitionen',
  'surveyCopy.definitionWhy': 'Frågor, platser, sidor, regler och skriptet: ingens svar.',
  'surveyCopy.differing': 'Andra inställningar här, så siffrorna kan skilja sig: {names}',
  'surveyCopy.export': 'Exportera undersökningen',
  'surveyCopy.exportAct': 'Exportera',
  'surveyCopy.exportActPersonal': 'Exportera med personuppgifter',
  'surveyCopy.exportWhy':
    'Ett ZIP-arkiv som ett annat universum, här eller någon annanstans, gör samma undersökning av. Svar i skyddade undersökningar lämnar aldrig universumet.',
  'surveyCopy.failed': 'misslyckades',
  'surveyCopy.fetch': 'Ladda ner {file} ({size})',
  'surveyCopy.file': 'Export av en undersökning (ZIP)',
  'surveyCopy.goesOn': 'pågår, {percent}',
  'surveyCopy.gone': 'Filen finns inte kvar.',
  'surveyCopy.import': 'Från en export av en undersökning',
  'surveyCopy.importAct': 'Skapa undersökning från export',
  'surveyCopy.importBegan': 'Exporten kontrolleras',
  'surveyCopy.importWhy':
    'Allt kontrolleras först; sedan finns hela undersökningen här, eller ingenting. Inga larm eller effekter följer av svaren som kom med, och skriptet kommer som utkast.',
  'surveyCopy.kindExport': 'export till fil',
  'surveyCopy.kindImport': 'ny undersökning från en export',
  'surveyCopy.list': 'Dina exporter och vad som görs av dem',
  'surveyCopy.listWhy': 'Filer sparas i ett dygn.',
  'surveyCopy.made_one': '{n} svar kom med',
  'surveyCopy.made_other': '{n} svar kom med',
  'surveyCopy.open': 'Öppna {survey}',
  'surveyCopy.until': 'sparas till {at}',
  'surveyCopy.what': 'Vad som exporteras',
}
