/** A made-up French bill: its first page sums up what the second prints in full, under headings that state their sums. */
export const DETAILED_BILL = `
Energie du Lac                          Facture du 04/03/2026
Compte de facturation : 4711-0815
Electricité                             Montant hors TVA           125,50 €
                                        Montant TVA                 23,00 €
                                        à payer (TTC)              148,50 €
Vous serez prélevé à la date ci-dessous d'un montant de            148,50 €
                                        à partir du :              18/03/2026
\f
Electricité, en détail                                                            110,00 € HT
Abonnement (HT)                              Période             Prix HT           20,00 € Taux de TVA
Abonnement            du 01/03/2026 au 30/04/2026    10,00 €/mois                  20,00 €    5,50 %
Consommation (HT)                            Période             Prix HT           90,00 € Taux de TVA
Electricité heures pleines   du 01/01/2026 au 28/02/2026   600 kWh   0,1500 €/kWh  90,00 €    20,00 %
* La part de l'acheminement dans ces montants est de 21,25 € pour la part fixe et 45,11 €
Services                                                                            0,00 €
Taxes et contributions                                                             15,50 € Hors TVA
Part  de  la  ville     600 kWh    0,0200 €/kWh                                    12,00 €    20,00 %
Part du pays            600 kWh    0,005833 €/kWh                                   3,50 €    20,00 %
Total hors TVA                                                                    125,50 € Hors TVA
TVA                                                                                23,00 €
TVA à 5,50%       20,00 €                                                           1,10 €
TVA à 20,00%     109,50 €                                                          21,90 €
Total TTC                                                                         148,50 € TTC
Identifiant de comptage : 620-7
Index                  index de début           index de fin
Base                   1000 le 01/01/2026       1400 le 31/01/2026
                       1400 le 31/01/2026       1600 le 28/02/2026
`;
