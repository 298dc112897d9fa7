import type { SurveyCopyTexts } from './text.ts'

export const surveyCopyFi: SurveyCopyTexts = {
  'surveyCopy.answers': 'Vastausten kanssa',
  'surveyCopy.answersWhy':
    'Jokainen vastaus paikkoineen, painoineen ja korjauksineen, ilman yhteystietoja ja vastauksia, jotka kertovat vastaajan henkilöllisyyden.',
  'surveyCopy.as': 'Nimi osoitteissa (valinnainen: kuten viennissä)',
  'surveyCopy.began': '{survey} viedään',
  'surveyCopy.contacts': 'Vastausten ja yhteystietojen kanssa',
  'surveyCopy.contactsWhy': 'Henkilötietoja: myös yhteystiedot, muistiinpanot, tuonnit ja korjaukset tulevat mukaan.',
  'surveyCopy.definition': 'Vain määrittely',
  'surveyCopy.definitionWhy': 'Kysymykset, paikat, sivut, säännöt ja skripti: ei kenenkään vastauksia.',
  'surveyCopy.differing': 'Asetukset ovat täällä toiset, joten luvut voivat erota: {names}',
  'surveyCopy.export': 'Vie tämä kysely',
  'surveyCopy.exportAct': 'Vie',
  'surveyCopy.exportActPersonal': 'Vie henkilötietoineen',
  'surveyCopy.exportWhy':
    'ZIP-arkisto, josta toinen universumi täällä tai muualla tekee saman kyselyn. Suojattujen kyselyjen vastaukset eivät koskaan lähde.',
  'surveyCopy.failed': 'epäonnistui',
  'surveyCopy.fetch': 'Lataa {file} ({size})',
  'surveyCopy.file': 'Kyselyn vienti (ZIP)',
  'surveyCopy.goesOn': 'käynnissä, {percent}',
  'surveyCopy.gone': 'Tiedostoa ei enää säilytetä.',
  'surveyCopy.import': 'Kyselyn viennistä',
  'surveyCopy.importAct': 'Tee kysely viennistä',
  'surveyCopy.importBegan': 'Vientiä tarkistetaan',
  'surveyCopy.importWhy':
    'Kaikki tarkistetaan ensin; sitten kysely on täällä kokonaan tai ei lainkaan. Mukana tulleista vastauksista ei synny hälytyksiä eikä vaikutuksia, ja skripti tulee luonnoksena.',
  'surveyCopy.kindExport': 'vienti',
  'surveyCopy.kindImport': 'uusi kysely viennistä',
  'surveyCopy.list': 'Vientisi ja mitä niistä tehdään',
  'surveyCopy.listWhy': 'Tiedostoja säilytetään vuorokausi.',
  'surveyCopy.made_one': '{n} vastaus tuli mukaan',
  'surveyCopy.made_other': '{n} vastausta tuli mukaan',
  'surveyCopy.open': 'Avaa {survey}',
  'surveyCopy.until': 'säilytetään {at} asti',
  'surveyCopy.what': 'Mitä viedään',
}
