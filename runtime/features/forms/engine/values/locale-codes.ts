/**
 * Language codes of Unicode CLDR 48, without collective and special codes. Listed here because the platform can name
 * codes but not enumerate them.
 */
export const LANGUAGE_CODES: readonly string[] = words(`
  aa ab ace ach ada ady ae aeb af afh agq ain ak akk akz ale aln alt am an ang ann anp ar arc arn aro arp arq
  ars arw ary arz as asa ase ast atj av avk awa ay az ba bal ban bar bas bax bbc bbj be bej bem bew bez bfd
  bfq bg bgc bgn bh bho bi bik bin bjn bkm bla blo blt bm bn bo bpy bqi br bra brh brx bs bss bua bug bum byn
  byv ca cad car cay cch ccp ce ceb cgg ch chb chg chk chm chn cho chp chr chy cic ckb clc co cop cps cr crg
  crh crj crk crl crm crr crs cs csb csw cu cv cy da dak dar dav de del den dgr din dje doi dsb dtp dua dum dv
  dyo dyu dz dzg ebu ee efi egl egy eka el elx en enm eo es esu et eu ewo ext fa fan ff fi fil fit fj fo fon
  fr frc frm fro frp frr frs fur fy ga gaa gag gan gay gba gbz gd gez gil gl glk gmh gn goh gon gor got grb
  grc gsw gu guc gur guz gv gwi ha hai hak haw hax he hi hif hil hit hmn hnj ho hr hsb hsn ht hu hup hur hy hz
  ia iba ibb id ie ig ii ik ikt ilo inh io is it iu izh ja jam jbo jgo jmc jpr jrb jut jv ka kaa kab kac kaj
  kam kaw kbd kbl kcg kde kea kek ken kfo kg kgp kha kho khq khw ki kiu kj kk kkj kl kln km kmb kn ko koi kok
  kos kpe kr krc kri krj krl kru ks ksb ksf ksh ku kum kut kv kw kwk kxv ky la lad lag lah lam lb lez lfn lg
  li lij lil liv lkt lmo ln lo lol lou loz lrc lsm lt ltg lu lua lui lun luo lus luy lv lzh lzz mad maf mag
  mai mak man mas mde mdf mdr men mer mfe mg mga mgh mgo mh mi mic min mk ml mn mnc mni moe moh mos mr mrj ms
  mt mua mus mwl mwr mwv my mye myv mzn na nan nap naq nb nd nds ne new ng nia niu njo nl nmg nn nnh no nog
  non nov nqo nr nso nus nv nwc ny nym nyn nyo nzi oc oj ojb ojc ojs ojw oka om or os osa ota pa pag pal pam
  pap pau pcd pcm pdc pdt peo pfl phn pi pis pl pms pnt pon pqm prg pro ps pt qu quc qug raj rap rar rgn rhg
  rif rm rn ro rof rom rtm ru rue rug rup rw rwk sa sad sah sam saq sas sat saz sba sbp sc scn sco sd sdc sdh
  se see seh sei sel ses sg sga sgs shi shn shu si sid sk sl slh sli sly sm sma smj smn sms sn snk so sog sq
  sr srn srr ss ssy st stq str su suk sus sux sv sw swb syc syr szl ta tce tcy te tem teo ter tet tg tgx th
  tht ti tig tiv tk tkl tkr tlh tli tly tmh tn to tog tok tpi tr tru trv trw ts tsd tsi tt ttm ttt tum tvl tw
  twq ty tyv tzm udm ug uga uk umb ur uz vai ve vec vep vi vls vmf vmw vo vot vro vun wa wae wal war was wbp
  wo wuu xal xh xmf xnr xog yao yap yav ybb yi yo yrl yue za zap zbl zea zen zgh zh zu zun zza
`);

/** Locales of Unicode CLDR 48: a language with its possible suffixes. */
export const LOCALE_CODES: readonly string[] = [
  ...new Set(
    words(`
  af:NA,ZA agq:CM ak:GH am:ET
  ar:AE,BH,DJ,DZ,EG,EH,ER,IL,IQ,JO,KM,KW,LB,LY,MA,MR,OM,PS,QA,SA,SD,SO,SS,SY,TD,TN,YE ars as:IN asa:TZ ast:ES
  az:AZ,Latn,Cyrl,Latn_AZ,Cyrl_AZ ba:RU bas:CM be:BY bem:ZM bez:TZ bg:BG bgc:IN bho:IN blo:BJ bm:ML bn:BD,IN
  bo:CN,IN br:FR brx:IN bs:BA,Latn,Cyrl,Latn_BA,Cyrl_BA bua:RU ca:AD,ES,FR,IT ccp:BD,IN ce:RU ceb:PH cgg:UG
  chr:US ckb:IQ,IR cs:CZ csw:CA cv:RU cy:GB da:DK,GL dav:KE de:AT,BE,CH,DE,IT,LI,LU dje:NE doi:IN dsb:DE
  dua:CM dyo:SN dz:BT ebu:KE ee:GH,TG el:CY,GR
  en:AE,AG,AI,AS,AT,AU,BB,BE,BI,BM,BS,BW,BZ,CA,CC,CH,CK,CM,CX,CY,CZ,DE,DK,DM,EE,ER,ES,FI,FJ,FK,FM,FR
  en:GB,GD,GE,GG,GH,GI,GM,GS,GU,GY,HK,HU,ID,IE,IL,IM,IN,IO,IT,JE,JM,JP,KE,KI,KN,KY,LC,LR,LS,LT,LV,MG
  en:MH,MO,MP,MS,MT,MU,MV,MW,MY,NA,NF,NG,NL,NO,NR,NU,NZ,PG,PH,PK,PL,PN,PR,PT,PW,RO,RW,SB,SC,SD,SE,SG
  en:SH,SI,SK,SL,SS,SX,SZ,TC,TK,TO,TT,TV,TZ,UA,UG,UM,US,VC,VG,VI,VU,WS,ZA,ZM,ZW eo
  es:AR,BO,BR,BZ,CL,CO,CR,CU,DO,EC,ES,GQ,GT,HN,MX,NI,PA,PE,PH,PR,PY,SV,US,UY,VE et:EE eu:ES ewo:CM fa:AF,IR
  ff:BF,CM,GH,GM,GN,GW,LR,MR,NE,NG,SL,SN,Latn,Adlm,Latn_BF,Latn_CM,Latn_GH,Latn_GM,Latn_GN,Latn_GW
  ff:Latn_LR,Latn_MR,Latn_NE,Latn_NG,Latn_SL,Latn_SN,Adlm_BF,Adlm_CM,Adlm_GH,Adlm_GM,Adlm_GN,Adlm_GW
  ff:Adlm_LR,Adlm_MR,Adlm_NE,Adlm_NG,Adlm_SL,Adlm_SN fi:FI fil:PH fo:DK,FO
  fr:BE,BF,BI,BJ,BL,CA,CD,CF,CG,CH,CI,CM,DJ,DZ,FR,GA,GF,GN,GP,GQ,HT,KM,LU,MA,MC,MF,MG,ML,MQ,MR,MU,NC
  fr:NE,PF,PM,RE,RW,SC,SN,SY,TD,TG,TN,VU,WF,YT fur:IT fy:NL ga:GB,IE gaa:GH gd:GB gl:ES gsw:CH,FR,LI gu:IN
  guz:KE gv:IM ha:GH,NE,NG haw:US he:IL hi:IN,Latn,Latn_IN hr:BA,HR hsb:DE hu:HU hy:AM ia id:ID ie:EE ig:NG
  ii:CN is:IS it:CH,IT,SM,VA ja:JP jgo:CM jmc:TZ jv:ID ka:GE kab:DZ kam:KE kde:TZ kea:CV kgp:BR khq:ML ki:KE
  kk:CN,KZ,Cyrl,Arab,Cyrl_KZ,Arab_CN kkj:CM kl:GL kln:KE km:KH kn:IN ko:CN,KP,KR
  kok:IN,Latn,Deva,Latn_IN,Deva_IN ks:IN,Arab,Deva,Arab_IN,Deva_IN ksb:TZ ksf:CM ksh:DE
  ku:IQ,SY,TR,Latn,Latn_IQ,Latn_SY,Latn_TR kw:GB kxv:IN,Latn,Deva,Telu,Orya,Latn_IN,Deva_IN,Telu_IN,Orya_IN
  ky:KG lag:TZ lb:LU lg:UG lij:IT lkt:US lmo:IT ln:AO,CD,CF,CG lo:LA lrc:IQ,IR lt:LT lu:CD luo:KE luy:KE lv:LV
  mai:IN mas:KE,TZ mer:KE mfe:MU mg:MG mgh:MZ mgo:CM mi:NZ mk:MK ml:IN mn:MN mni:IN,Beng,Beng_IN mr:IN
  ms:BN,ID,MY,SG mt:MT mua:CM my:MM mzn:IR naq:NA nb nd:ZW nds:DE,NL ne:IN,NP nl:AW,BE,BQ,CW,NL,SR,SX nmg:CM
  nn:NO nnh:CM no:NO nqo:GN nso:ZA nus:SS nyn:UG oc:ES,FR om:ET,KE or:IN os:GE,RU
  pa:IN,PK,Arab,Guru,Arab_PK,Guru_IN pcm:NG pl:PL pms:IT prg:PL ps:AF,PK
  pt:AO,BR,CH,CV,GQ,GW,LU,MO,MZ,PT,ST,TL qu:BO,EC,PE raj:IN rm:CH rn:BI ro:MD,RO rof:TZ ru:BY,KG,KZ,MD,RU,UA
  rw:RW rwk:TZ sa:IN sah:RU saq:KE sat:IN,Olck,Olck_IN sbp:TZ sc:IT scn:IT sd:IN,PK,Arab,Deva,Arab_PK,Deva_IN
  se:FI,NO,SE seh:MZ ses:ML sg:CF shi:MA,Latn,Tfng,Latn_MA,Tfng_MA shn:MM,TH si:LK sk:SK sl:SI smn:FI sn:ZW
  so:DJ,ET,KE,SO sq:AL,MK sr:BA,ME,RS,Latn,Cyrl,Latn_BA,Latn_ME,Latn_RS,Cyrl_BA,Cyrl_ME,Cyrl_RS st:LS,ZA
  su:ID,Latn,Latn_ID sv:AX,FI,SE sw:CD,KE,TZ,UG syr:IQ,SY szl:PL ta:IN,LK,MY,SG te:IN teo:KE,UG tg:TJ th:TH
  ti:ER,ET tk:TM tn:BW,ZA to:TO tok tr:CY,TR tt:RU twq:NE tyv:RU tzm:MA ug:CN uk:UA ur:IN,PK
  uz:AF,UZ,Latn,Cyrl,Arab,Latn_UZ,Cyrl_UZ,Arab_AF vai:LR,Latn,Vaii,Latn_LR,Vaii_LR vec:IT vi:VN vmw:MZ vun:TZ
  wae:CH wo:SN xh:ZA xnr:IN xog:UG yav:CM yi:UA yo:BJ,NG yrl:BR,CO,VE
  yue:CN,HK,MO,Hans,Hant,Hans_CN,Hant_CN,Hant_HK,Hant_MO za:CN zgh:MA
  zh:CN,HK,MO,MY,SG,TW,Hans,Hant,Hans_CN,Hans_HK,Hans_MO,Hans_MY,Hans_SG,Hant_HK,Hant_MO,Hant_MY zh:Hant_TW
  zu:ZA
`).flatMap((entry) => {
      const [language = '', places] = entry.split(':');
      return [language, ...(places?.split(',') ?? []).map((place) => `${language}_${place}`)];
    }),
  ),
];

/** Time zones that platforms still list by their previous names. */
export const RENAMED_TIME_ZONES: ReadonlyMap<string, string> = new Map([
  ['Africa/Asmera', 'Africa/Asmara'],
  ['America/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
  ['America/Catamarca', 'America/Argentina/Catamarca'],
  ['America/Cordoba', 'America/Argentina/Cordoba'],
  ['America/Godthab', 'America/Nuuk'],
  ['America/Indianapolis', 'America/Indiana/Indianapolis'],
  ['America/Jujuy', 'America/Argentina/Jujuy'],
  ['America/Louisville', 'America/Kentucky/Louisville'],
  ['America/Mendoza', 'America/Argentina/Mendoza'],
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['Asia/Katmandu', 'Asia/Kathmandu'],
  ['Asia/Rangoon', 'Asia/Yangon'],
  ['Asia/Saigon', 'Asia/Ho_Chi_Minh'],
  ['Atlantic/Faeroe', 'Atlantic/Faroe'],
  ['Europe/Kiev', 'Europe/Kyiv'],
  ['Pacific/Enderbury', 'Pacific/Kanton'],
  ['Pacific/Ponape', 'Pacific/Pohnpei'],
  ['Pacific/Truk', 'Pacific/Chuuk'],
]);

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}
